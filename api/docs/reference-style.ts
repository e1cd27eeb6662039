/** Adapts Swagger UI to the site: its colours, and the contrast of its text. */
export const REFERENCE_STYLE = `html.dark-mode, html.dark-mode .swagger-ui { background: none; }
.intro { max-width: 1200px; margin: 0 auto; padding: 2rem 20px 0; }
.intro p { max-width: 46rem; }
.swagger-ui .wrapper { max-width: 1200px; padding: 0 20px; }
.swagger-ui .heading { font: 600 1.3rem/1.4 system-ui, sans-serif; }
.swagger-ui .scheme-container { margin: 0 0 1rem; padding: 0; background: none; box-shadow: none; }
.swagger-ui .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
html.dark-mode .swagger-ui .scheme-container { background: none; box-shadow: none; }
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
.swagger-ui code-tabs pre { margin: 0; padding: 1rem; background: none; }
.swagger-ui code-tabs code { padding: 0; color: var(--ink); background: none;
  font-size: .85rem; font-weight: 400; }
.swagger-ui .opblock-body { overflow-x: auto; }
.swagger-ui .opblock-summary-path { overflow-wrap: anywhere; }
`;
