/**
 * Starts Swagger UI with its base layout, which has no bar for other documents. An entered API key
 * is not persisted, because a key spends credits and could be entered on a shared machine. The
 * validator badge is off, because it would send our address to a third party.
 *
 * Links to single endpoints are off, because each link would be inside the button that opens the
 * endpoint, where keyboards and screen readers cannot distinguish the two. For the same users, the
 * plugin puts the parts around the list into named regions, and omits title and server, which our
 * page already has. It shows the code samples of an operation above its responses.
 *
 * The document also serves programs, so the page adapts it. Requests go to the origin of the page,
 * because its policy allows no other. The session cookie is left out: browsers do not let a page
 * set it. Each response with a status puts a new key into `Idempotency-Key`. A typed key stays, and
 * so does the key of a request without a response, which is safe to repeat.
 */
export const REFERENCE_SCRIPT = `const within = (label, heading) => (Part, { React: { createElement } }) => (props) =>
  createElement('section', { 'aria-label': label },
    heading && createElement('h2', { className: 'heading wrapper' }, heading),
    createElement(Part, props));
const nothing = () => () => null;
const named = (label) => (Part, { React: { createElement } }) => (props) =>
  createElement(Part, { ...props, 'aria-label': label });
const unseen = (createElement, tag, text) => createElement(tag, { className: 'unseen' }, text);
const inDialog = (Popup, { React: { createElement } }) => (props) =>
  createElement('section', { 'aria-label': 'API key' },
    unseen(createElement, 'h2', 'API key'), createElement(Popup, props));
const withName = (name) => (Icon, { React: { createElement, Fragment } }) => (props) =>
  createElement(Fragment, null, createElement(Icon, props), unseen(createElement, 'span', name));
const withSamples = (Responses, { React: { createElement } }) => (props) => {
  const place = ['paths', props.path, props.method, 'x-codeSamples'];
  const samples = props.specSelectors.specJson().getIn(place)?.toJS() ?? [];
  const panels = samples.map(({ lang, source }) =>
    createElement('section', { key: lang },
      createElement('p', null, lang),
      createElement('code-block', null,
        createElement('pre', { tabIndex: 0 }, createElement('code', null, source)))));
  return createElement('div', null,
    panels.length > 0 && createElement('div', { className: 'samples' },
      createElement('div', { className: 'opblock-section-header' },
        createElement('h4', { className: 'opblock-title' }, 'Code samples')),
      createElement('code-tabs', null, ...panels)),
    createElement(Responses, props));
};

// \`randomUUID\` exists only on pages with https.
const createKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const created = new Set();
const withFreshKey = (Row, { React: { createElement, useEffect } }) => (props) => {
  const { rawParam, param, isExecute, onChange, specSelectors, pathMethod } = props;
  const response = specSelectors.responseFor(...pathMethod);
  useEffect(() => {
    if (!isExecute || rawParam.get('name') !== 'Idempotency-Key') return;
    const current = param?.get('value');
    if (current && !(created.has(current) && response?.get('status'))) return;
    const key = createKey();
    created.add(key);
    onChange(rawParam, key, false);
  }, [response, isExecute]);
  return createElement(Row, props);
};

const adaptDocument = (document) => {
  document.servers = [{ url: location.origin }];
  delete document.components.securitySchemes.session;
  for (const operation of Object.values(document.paths).flatMap(Object.values)) {
    if (operation.security?.some((one) => 'session' in one)) operation.security = [];
  }
  return document;
};
let isAdapted = false;
const adaptResponse = (response) => {
  if (isAdapted || !response.ok) return response;
  isAdapted = true;
  response.text = JSON.stringify(adaptDocument(JSON.parse(response.text)));
  return response;
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
      authorizationPopup: inDialog,
      CloseIcon: withName('Close'),
      TextArea: named('Body of the request'),
      parameterRow: withFreshKey,
      responses: withSamples,
    },
  }],
  responseInterceptor: adaptResponse,
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
