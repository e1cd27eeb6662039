import type { PlatformFake, ShownMedia, ShownPost } from '../fake.js';
import { escapeHtml, renderDemoPage } from './html.js';

/** Maximum number of posts on a page; the newest are shown. */
const SHOWN_MAX = 200;

const formatPostCount = (count: number): string => (count === 1 ? '1 post' : `${count} posts`);

/** Renders all platforms with their visible posts. */
export function renderOverviewPage(fakes: readonly PlatformFake[]): string {
  const rows = fakes.map((fake) => {
    const { name, label } = fake;
    const shown = fake.posts();
    const last = shown[0] ? `, the last one of ${escapeHtml(shown[0].username)}` : '';
    return `<li><h2><a href="/demo/${name}">Demo ${escapeHtml(label)}</a></h2>
<p class="soft">${formatPostCount(shown.length)}${last}</p></li>`;
  });
  return renderDemoPage(
    'Demo of five platforms',
    `<p class="badge">Demo: nothing here leaves this machine</p>
<h1>Stand-ins for five platforms</h1>
<p>These stand-ins accept connections and posts from the API like Instagram, TikTok, YouTube, Threads and X do, check them, and show the posts here. Their data is lost when <code>npm start</code> ends: connect an account again after a restart.</p>
<ul class="cards">
${rows.join('\n')}
</ul>`,
  );
}

/** Renders a platform's public posts, newest first. */
export function renderPlatformPage(fake: PlatformFake): string {
  const { name, label } = fake;
  const shown = fake.posts().slice(0, SHOWN_MAX);
  const cards = shown
    .map((post) => `<li id="${escapeHtml(post.id)}">${renderPostCard(name, post)}</li>`)
    .join('\n');
  const none = `<p>Nothing was posted yet. Connect an account with <code>POST /v1/social/accounts/connect</code>, then post.</p>`;
  return renderDemoPage(
    `Demo ${label}`,
    `<p class="badge">Demo: this is not the real ${escapeHtml(label)}</p>
<h1>${escapeHtml(label)}</h1>
<p><a href="/">All platforms</a></p>
${shown.length > 0 ? `<ul class="cards">\n${cards}\n</ul>` : none}`,
  );
}

function renderPostCard(
  platform: string,
  { id, username, title, text, media, labels, at }: ShownPost,
) {
  const time = new Date(at).toISOString();
  const address = `/demo/media/${platform}/${encodeURIComponent(id)}`;
  const shown = media.map((item, n) => showMedia(`${address}/${n}`, item, n + 1));
  const tags = labels.map((label) => `<span class="label">${escapeHtml(label)}</span>`);
  return `<h2>@${escapeHtml(username)}</h2>
<time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time>
${title === null ? '' : `<p><strong>${escapeHtml(title)}</strong></p>`}
<div class="media" tabindex="0" role="group" aria-label="Media of the post">${shown.join('')}</div>
<p class="text" dir="auto">${escapeHtml(text)}</p>
<p>${tags.join('')}</p>`;
}

const showMedia = (address: string, { contentType }: ShownMedia, n: number): string =>
  contentType.startsWith('video/')
    ? `<video src="${address}" controls muted loop playsinline aria-label="Clip ${n}"></video>`
    : `<img src="${address}" alt="Picture ${n} of the post" loading="lazy">`;
