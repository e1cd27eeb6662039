const TITLE = 'Media Generation API';

/**
 * The reference page.
 *
 * @param folder path of the folder that holds its assets
 */
export const referencePage = (folder: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${TITLE} reference</title>
    <link rel="icon" type="image/png" href="${folder}/favicon.png">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <link rel="stylesheet" href="${folder}/reference.css">
  </head>
  <body>
    <header class="brand"><a href="/docs">${TITLE}</a><a href="/v1/openapi.json">OpenAPI</a></header>
    <section class="intro" aria-labelledby="title"><h1 id="title">Reference</h1>
    <p>Every endpoint with its fields, its answers and its errors. Press Authorize and type a key in to try them here: requests are real, and spend credits. The key is forgotten when the page is closed.</p></section>
    <div id="reference"></div>
    <noscript>This page needs JavaScript. The same facts are in <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript>
    <script src="${folder}/swagger-ui-bundle.js"></script>
    <script src="${folder}/reference.js"></script>
  </body>
</html>
`;

/**
 * Starts Swagger UI with its plain layout, which has no bar for other documents. A key that was
 * typed in is forgotten with the page, because a key spends credits and may be typed into a shared
 * machine. The validator badge would send our address to a third party.
 *
 * Links to single endpoints are off, because each would stand inside the button that opens it, where
 * a keyboard and a screen reader cannot tell them apart. For the same readers the plugin puts the
 * parts around the list into named regions, and leaves out title and server, which our page has.
 */
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const within = (label, heading) => (Part, { React: { createElement } }) => (props) =>
  createElement('section', { 'aria-label': label },
    heading && createElement('h2', { className: 'heading wrapper' }, heading),
    createElement(Part, props));
const nothing = () => () => null;

SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  plugins: [{
    wrapComponents: {
      InfoContainer: nothing,
      ServersContainer: nothing,
      SchemesContainer: within('Authorization'),
      FilterContainer: within('Filter', 'Endpoints'),
    },
  }],
  deepLinking: false,
  tryItOutEnabled: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
});
`;

export const REFERENCE_STYLE = `html { box-sizing: border-box; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: #fafafa; }
.dark-mode body { background: #1c2022; color: #e4e6e6; }
.brand {
  display: flex;
  justify-content: space-between;
  align-items: baseline;
  gap: 1rem;
  padding: 0.9rem max(20px, calc((100% - 1420px) / 2));
  background: #16202c;
  font: 600 1.05rem/1.4 system-ui, sans-serif;
}
.brand a { color: #fff; text-decoration: none; }
.brand a + a { font-size: 0.85rem; font-weight: 400; color: #b9c7d6; }
.brand a:hover, .brand a:focus-visible { text-decoration: underline; }
.intro { padding: 1.5rem max(20px, calc((100% - 1420px) / 2)) 0; font: 1rem/1.55 system-ui, sans-serif; }
.intro h1 { margin: 0; font-size: 1.6rem; }
.intro p { max-width: 46rem; }
noscript { display: block; padding: 2rem; font-family: system-ui, sans-serif; }
.swagger-ui .heading { font: 600 1.3rem/1.4 system-ui, sans-serif; }
.swagger-ui .scheme-container { margin: 0; padding: 0; background: none; box-shadow: none; }
/* The colours of Swagger UI are too pale on white to be read by everybody. */
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #14713f; border-color: #14713f; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #14713f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5fd0; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14713f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b66; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
`;
