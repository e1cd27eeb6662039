import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineStyles } from './mantine-styles.mjs';

const inHere = (file) => join(import.meta.dirname, file);

/**
 * Moves the styles behind the page's first content, so that a slow network shows this content, which
 * has its styles inline, before the styles arrive.
 */
const lateStyles = () => ({
  name: 'late-styles',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename }) {
      if (!filename.endsWith('index.html')) return html;
      const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
      const rest = links.reduce((text, link) => text.replace(link, ''), html);
      return rest.replace('    <div id="root">', `${links.join('')}    <div id="root">`);
    },
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), mantineStyles(), lateStyles()],
  // `npm run dev`: all requests except pages go to the API, so sign-in links work.
  server: process.env.API_URL ? { proxy: { '^/(?!app/)|^/app/api': process.env.API_URL } } : {},
  build: {
    outDir: process.env.WEB_OUT ?? '../dist/web',
    emptyOutDir: true,
    // The API reads it to name the scripts of each page in advance.
    manifest: true,
    // Every target browser supports modulepreload natively.
    modulePreload: { polyfill: false },
    // The dashboard and two separate pages: upload boxes, and the check of a file's origin.
    rolldownOptions: {
      input: ['index.html', 'box.html', 'verify.html'].map(inHere),
      // One file for the modules that many pages share, which compresses better than 40 small ones:
      // the playground then downloads 239 kB in 32 files instead of 248 kB in 65.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 10 }] } },
    },
    // Emit every asset as a file with a hash in its name: the page allows no `data:` scripts.
    assetsInlineLimit: 0,
    target: 'es2023',
    // These support `light-dark()`. Lowering it would break it: the scheme is set elsewhere.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
