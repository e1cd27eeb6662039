/** Choices of an account owner on the consent page. */
export interface Choice {
  readonly username?: string;
  readonly deny?: boolean;
  /** Scopes that stay checked; by default all. */
  readonly scopes?: readonly string[];
}

const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) =>
    String.fromCharCode(Number(code)),
  );

/**
 * Opens an authorization URL like a browser, and submits the choice.
 * @returns the redirect URL
 */
export async function decide(authorizeUrl: string, choice: Choice = {}): Promise<URL> {
  const page = await fetch(authorizeUrl, { redirect: 'manual' });
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the consent page is ${page.status}: ${html}`);
  const action = attribute(/<form[^>]*>/.exec(html)?.[0] ?? '', 'action');
  const form = new URLSearchParams();
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const [name, value] = [attribute(tag, 'name'), attribute(tag, 'value')];
    const isLeftOut = name === 'granted' && choice.scopes?.includes(value) === false;
    if (!isLeftOut) form.append(name, value);
  }
  form.set('username', choice.username ?? 'ada.l');
  form.set('decision', choice.deny ? 'deny' : 'allow');
  const answer = await fetch(new URL(action, authorizeUrl), {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`the decision is ${answer.status}`);
  return new URL(location);
}
