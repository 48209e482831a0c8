import type { TestUser } from '@/tests/support/test-user';

const PAGE = '/account/webhooks';

/** Asks for webhooks on their page. @returns the path of the new one */
export async function addWebhook(by: TestUser, url = 'https://example.com/hook'): Promise<string> {
  await by.post(PAGE, { intent: 'create', url, events: 'document.created' });
  return new RegExp(`${PAGE}/[\\w-]+`).exec((await by.get(PAGE)).body)![0];
}
