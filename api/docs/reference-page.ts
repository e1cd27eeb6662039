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
