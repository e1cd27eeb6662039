import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineStyles } from './mantine-styles.mjs';

const inHere = (file) => join(import.meta.dirname, file);

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  plugins: [react(), mantineStyles()],
  // `npm run dev`: the API answers everything but the pages, so a sign-in link works here as well.
  server: process.env.API_URL ? { proxy: { '^/(?!app/)|^/app/api': process.env.API_URL } } : {},
  build: {
    outDir: process.env.WEB_OUT ?? '../dist/web',
    emptyOutDir: true,
    // Every browser of these targets knows it by itself.
    modulePreload: { polyfill: false },
    // The dashboard, and the page of upload boxes, which shares nothing with it.
    rolldownOptions: { input: ['index.html', 'box.html'].map(inHere) },
    // Everything is a file of its own with a hash in its name: the page allows no `data:` script.
    assetsInlineLimit: 0,
    target: 'es2023',
    // Those know `light-dark()`, which a translation would get wrong: the scheme is set elsewhere.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
});
