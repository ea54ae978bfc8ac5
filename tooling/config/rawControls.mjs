// Finds controls that a page draws itself instead of using the widget.
import ts from 'typescript'

const ELEMENTS = new Set([
  'button',
  'datalist',
  'details',
  'dialog',
  'input',
  'meter',
  'optgroup',
  'option',
  'progress',
  'select',
  'summary',
  'table',
  'textarea',
])
const ROLES = new Set(
  (
    'alertdialog button checkbox combobox dialog grid gridcell listbox menu menubar menuitem ' +
    'menuitemcheckbox menuitemradio option progressbar radio radiogroup scrollbar searchbox ' +
    'slider spinbutton switch tab table tablist tooltip textbox tree treegrid treeitem'
  ).split(' '),
)
/** Handlers that make a control of another element. Links may have them. */
const PRESSES = new Set([
  'onClick',
  'onDoubleClick',
  'onMouseDown',
  'onPointerDown',
  'onTouchStart',
])

/**
 * The name of each control in one file.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function rawControls(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found = []
  const read = (tag, attributes) => {
    if (ELEMENTS.has(tag)) found.push(tag)
    for (const attribute of attributes.filter(ts.isJsxAttribute)) {
      const name = attribute.name.getText()
      const value = attribute.initializer
      const text = value && ts.isJsxExpression(value) ? value.expression : value
      if (name === 'role' && text && ts.isStringLiteralLike(text) && ROLES.has(text.text))
        found.push(`role ${text.text}`)
      if (name === 'contentEditable') found.push('contentEditable')
      if (PRESSES.has(name) && tag !== 'a' && !ELEMENTS.has(tag)) found.push(`${tag} ${name}`)
    }
  }
  const visit = (node) => {
    if (
      (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) &&
      /^[a-z]/.test(node.tagName.getText())
    )
      read(node.tagName.getText(), [...node.attributes.properties])
    if (ts.isCallExpression(node) && /(?:^|\.)createElement$/.test(node.expression.getText())) {
      const [tag] = node.arguments
      if (tag && ts.isStringLiteralLike(tag) && ELEMENTS.has(tag.text)) found.push(tag.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
