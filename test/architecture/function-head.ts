const KEYWORDS = '(?:(?:export|default|async|static|private|protected|override) )*';
const FUNCTION = new RegExp(String.raw`^\s*${KEYWORDS}function\*? [a-z]`);
const METHOD = new RegExp(String.raw`^\s*${KEYWORDS}#?[a-z]\w*(?:<[^(]*>)?\(`);
/** A constant or a property, up to the opening bracket of its arrow function. */
const ARROW = new RegExp(
  String.raw`^\s*${KEYWORDS}(?:(?:const |readonly )?#?[a-z]\w*(?:: [^=(;{\n]+)? =|[a-z]\w*:) (?:async )?(?:<[^(]*>)?\(`,
);

/** Returns the text after the parameters of a function, from the text after their first bracket. */
function skipParameters(code: string): string {
  let depth = 1;
  for (let at = 0; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1;
    if (code[at] === ')') depth -= 1;
    if (depth === 0) return code.slice(at + 1);
  }
  return '';
}

/** Returns whether code begins with a function that is not a React component. */
export function isFunctionHead(code: string): boolean {
  if (FUNCTION.test(code)) return true;
  const arrow = ARROW.exec(code)?.[0];
  if (arrow !== undefined) return /^(?:: | =>)/.test(skipParameters(code.slice(arrow.length)));
  const method = METHOD.exec(code)?.[0];
  return (
    method !== undefined && /^(?:: [^;]+?)? \{/.test(skipParameters(code.slice(method.length)))
  );
}
