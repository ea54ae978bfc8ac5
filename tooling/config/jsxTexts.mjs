// Finds texts in JSX that belong in a message catalog: between tags, and in attributes that are
// shown or read out.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const SPOKEN = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'help',
  'label',
  'placeholder',
  'title',
])
const WORD = /\p{L}{2,}/u
/** Names and units, the same in every language. */
const NAMES = /^(?:[A-Z0-9]{2,}|[A-Z]{2,}\/[A-Z]{2,})$/

/** @param {string} file @param {string} source @returns {{ line: number, text: string }[]} */
export function jsxTexts(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = []
  const note = (node, text) => {
    const words = text.trim()
    if (WORD.test(words) && !NAMES.test(words))
      found.push({
        line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        text: words,
      })
  }
  const visit = (node) => {
    if (ts.isJsxText(node)) note(node, node.text)
    else if (
      ts.isJsxExpression(node) &&
      node.expression &&
      ts.isStringLiteralLike(node.expression) &&
      !ts.isJsxAttribute(node.parent)
    )
      note(node, node.expression.text)
    else if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText())) {
      const value = node.initializer
      if (value && ts.isStringLiteral(value)) note(value, value.text)
      else if (
        value &&
        ts.isJsxExpression(value) &&
        value.expression &&
        ts.isStringLiteralLike(value.expression)
      )
        note(value, value.expression.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Every finding in what is shipped: the app, and the packages' own React parts. */
export function literalTexts(root) {
  const files = globSync(['apps/web/src/**/*.tsx', 'packages/*/src/**/*.tsx'], {
    cwd: root,
  }).filter((file) => !/\.test\.tsx$|\/demos\/|testing\//.test(file))
  return files
    .sort()
    .flatMap((file) =>
      jsxTexts(file, readFileSync(path.join(root, file), 'utf8')).map(
        ({ line, text }) => `${file}:${line} literal text in JSX: ${text}`,
      ),
    )
}
