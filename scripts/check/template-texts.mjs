// Finds texts in the markup of the server's own pages that should be in server/texts. In `html` templates these are text between tags, the
// attributes that a visitor reads or hears, and inserted strings that look like a text.
import ts from 'typescript';

const letter = /\p{L}/u;
const attributesForPeople = /\b(?:aria-label|aria-description|title|alt|placeholder)="([^"]*)"/g;
/** The character that stands for an inserted value. */
const insertedMark = '\u0000';
/** Parts of the markup that contain no text to translate. The name Stowaway is the same in every language. */
const ignoredParts = /\bStowaway\b|<style>.*?<\/style>|<!doctype html>|&\w+;/gis;
/** A class or an attribute that a template inserts into a tag. */
const attributePattern = /^[a-z-]+(?:="[^"]*"?)?$/;
/** A string that begins like a sentence or a label, or has several words. Classes and names are in lower case. */
const looksLikeText = /^\p{Lu}|\p{L} \p{L}/u;

/** @returns {{ line: number, text: string }[]} */
export function templateTexts(fileName, source) {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const texts = [];

  function visit(node) {
    if (isMarkup(node)) {
      textsIn(markupOf(node.template)).forEach((text) => report(node, text));
      if (ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach(({ expression }) => visitInserted(expression));
      return;
    }
    ts.forEachChild(node, visit);
  }

  /** Visits a value within a template, because its strings are shown too. */
  function visitInserted(node) {
    if (isMarkup(node)) return visit(node);
    const isKeyOrCompared = ts.isElementAccessExpression(node.parent) || (ts.isBinaryExpression(node.parent) && !isShownOperand(node));
    if (ts.isStringLiteralLike(node) && !isKeyOrCompared && looksLikeText.test(node.text)) report(node, node.text);
    if (ts.isTemplateExpression(node)) [node.head, ...node.templateSpans.map((span) => span.literal)].forEach((part) => reportIfText(part));
    ts.forEachChild(node, visitInserted);
  }

  function reportIfText(part) {
    if (looksLikeText.test(part.text.trim())) report(part, part.text.trim());
  }

  function report(node, text) {
    texts.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text });
  }

  function isMarkup(node) {
    return ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === 'html';
  }

  visit(file);
  return texts;
}

/** Whether this operand may be the value of its expression. */
function isShownOperand(node) {
  return ['&&', '||', '??', '+'].includes(ts.tokenToString(node.parent.operatorToken.kind) ?? '');
}

function textsIn(markup) {
  const visibleMarkup = markup.replace(ignoredParts, '');
  const labels = [...visibleMarkup.matchAll(attributesForPeople)].map(([, label]) => label);
  return [...labels, ...visibleMarkup.replace(/<[^>]*>/g, '\n').split('\n')]
    .map((text) => text.replaceAll(insertedMark, ' ').trim())
    .filter((text) => letter.test(text) && !(attributePattern.test(text) && !markup.includes('<')));
}

function markupOf(template) {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  return [template.head, ...template.templateSpans.map((span) => span.literal)].map((part) => part.text).join(insertedMark);
}
