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
    <title>${TITLE} reference</title>
    <link rel="icon" type="image/png" href="${folder}/favicon.png">
    <link rel="stylesheet" href="${folder}/swagger-ui.css">
    <link rel="stylesheet" href="${folder}/reference.css">
  </head>
  <body>
    <header class="brand"><a href="/docs">${TITLE}</a><a href="/v1/openapi.json">OpenAPI</a></header>
    <main id="reference"></main>
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
 */
export const REFERENCE_SCRIPT = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
});
`;

export const REFERENCE_STYLE = `html { box-sizing: border-box; }
*, *::before, *::after { box-sizing: inherit; }
body { margin: 0; background: #fafafa; }
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
noscript { display: block; padding: 2rem; font-family: system-ui, sans-serif; }
`;
