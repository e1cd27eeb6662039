import { renderBrandBar, renderHead } from './layout.js';

/**
 * Renders the reference page.
 * @param folder path of its assets
 */
export const renderReferencePage = (folder: string): string => `<!doctype html>
<html lang="en">
<head>
<link rel="stylesheet" href="${folder}/swagger-ui.css">
${renderHead('Reference', folder)}
</head>
<body class="reference">
${renderBrandBar()}
<section class="intro" id="content" tabindex="-1" aria-labelledby="title"><h1 id="title">Reference</h1>
<p>Every endpoint with its fields, its answers and its errors. Press Authorize and type a key in to try them here: requests are real, and spend credits. The key is forgotten when the page is closed.</p>
<noscript>This page needs JavaScript. The same facts are in <a href="/v1/openapi.json">/v1/openapi.json</a>.</noscript></section>
<div id="reference"></div>
<script src="${folder}/swagger-ui-bundle.js"></script>
<script src="${folder}/reference.js"></script>
</body>
</html>
`;

/**
 * Starts Swagger UI with its base layout, which has no bar for other documents. An entered API key
 * is not persisted, because a key spends credits and could be entered on a shared machine. The
 * validator badge is off, because it would send our address to a third party.
 *
 * Links to single endpoints are off, because each link would be inside the button that opens the
 * endpoint, where keyboards and screen readers cannot distinguish the two. For the same users, the
 * plugin puts the parts around the list into named regions, and omits title and server, which our
 * page already has. It shows the code samples of an operation above its responses.
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
const named = (label) => (Part, { React: { createElement } }) => (props) =>
  createElement(Part, { ...props, 'aria-label': label });
const withSamples = (Responses, { React: { createElement } }) => (props) => {
  const place = ['paths', props.path, props.method, 'x-codeSamples'];
  const samples = props.specSelectors.specJson().getIn(place)?.toJS() ?? [];
  const panels = samples.map(({ lang, source }) =>
    createElement('section', { key: lang },
      createElement('p', null, lang),
      createElement('pre', { tabIndex: 0 }, createElement('code', null, source))));
  return createElement('div', null,
    panels.length > 0 && createElement('div', { className: 'samples' },
      createElement('div', { className: 'opblock-section-header' },
        createElement('h4', { className: 'opblock-title' }, 'Code samples')),
      createElement('code-tabs', null, ...panels)),
    createElement(Responses, props));
};

SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  plugins: [{
    wrapComponents: {
      InfoContainer: nothing,
      ServersContainer: nothing,
      SchemesContainer: within('Authorization'),
      FilterContainer: within('Filter', 'Endpoints'),
      TextArea: named('Body of the request'),
      responses: withSamples,
    },
  }],
  deepLinking: false,
  tryItOutEnabled: true,
  persistAuthorization: false,
  displayRequestDuration: true,
  filter: true,
  docExpansion: 'list',
  syntaxHighlight: { activated: false },
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
});
`;

export const REFERENCE_STYLE = `html.dark-mode, html.dark-mode .swagger-ui { background: none; }
.intro { max-width: 1200px; margin: 0 auto; padding: 2rem 20px 0; }
.intro p { max-width: 46rem; }
.swagger-ui .wrapper { max-width: 1200px; padding: 0 20px; }
.swagger-ui .heading { font: 600 1.3rem/1.4 system-ui, sans-serif; }
.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 0; background: none; box-shadow: none; }
/* The colours of Swagger UI are too pale on white to be read by everybody. */
html.dark-mode .swagger-ui .opblock .btn.try-out__btn.cancel { color: #ff9b9b; border-color: #ff9b9b; }
html:not(.dark-mode) .swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #14713f; border-color: #14713f; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #14713f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1f5fd0; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #14713f; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6b66; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
html:not(.dark-mode) .swagger-ui .btn.execute { background: #1f5fd0; border-color: #1f5fd0; }
html.dark-mode .swagger-ui .headers .header-col { color: inherit; }
.swagger-ui .highlight-code .microlight { max-height: none; overflow: visible; white-space: pre-wrap; }
.swagger-ui code-tabs { margin: 0; padding: 15px 20px; }
.swagger-ui code-tabs pre { margin: 0; padding: 1rem; background: var(--raised); border: 1px solid var(--line); }
.swagger-ui code-tabs code { padding: 0; color: var(--ink); background: none;
  font-size: .85rem; font-weight: 400; }
.swagger-ui .opblock-body { overflow-x: auto; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
`;
