/** What an example call needs of an operation. */
export interface ExampleCall {
  method: string;
  /** Below the address, with `{name}` for parameters. */
  path: string;
  /** 'open' for a call that needs no token. */
  access: string;
  example?:
    | {
        params?: Record<string, string>;
        query?: Record<string, string>;
        headers?: Record<string, string>;
        body?: unknown;
      }
    | undefined;
}

/**
 * The shell command that makes an operation's example call, with the token in the variable TOKEN.
 * @param address of the API, such as https://example.com/api
 */
export function curlOf({ method, path, access, example = {} }: ExampleCall, address: string): string {
  const { params = {}, query = {}, headers = {}, body } = example;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name.toUpperCase()),
  );
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address + filled + search)}`,
    ...(access === 'open' ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H ${quoted('Content-Type: application/json')}`, `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

/** One word of a shell command, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
