/** The path of a request target with dot segments resolved, as Remix resolves it. */
export const resolvePath = (requested: string): string => new URL(`http://any${requested}`).pathname;
