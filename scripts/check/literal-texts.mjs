// Finds texts in the markup that should be in src/texts: text between tags, strings in braces, and strings in the attributes that a user
// reads or hears.
import ts from 'typescript';

const attributesForPeople = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'label',
  'text',
]);
const letter = /\p{L}/u;

/** @returns {{ line: number, text: string }[]} */
export function literalTexts(fileName, source) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const texts = [];

  function visit(node) {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxAttribute(node)) {
      if (attributesForPeople.has(node.name.getText(file)) && node.initializer) stringsOf(node.initializer).forEach(([part, text]) => report(part, text));
      // An attribute's value may itself contain markup.
      if (node.initializer && ts.isJsxExpression(node.initializer)) ts.forEachChild(node.initializer, visit);
      return;
    } else if (ts.isJsxExpression(node)) stringsOf(node).forEach(([part, text]) => report(part, text));
    ts.forEachChild(node, visit);
  }

  function report(node, text) {
    if (letter.test(text)) texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text: text.trim() });
  }

  visit(file);
  return texts;
}

/** Strings that an expression can evaluate to directly, including the branches of a conditional. */
function stringsOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [[node, node.text]];
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => [part, part.text]);
  if (ts.isJsxExpression(node) && node.expression) return stringsOf(node.expression);
  if (ts.isParenthesizedExpression(node)) return stringsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...stringsOf(node.whenTrue), ...stringsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node) && ['&&', '||', '??', '+'].includes(node.operatorToken.getText())) return [...stringsOf(node.left), ...stringsOf(node.right)];
  return [];
}
