// Finds verbs that only this project used, in names that code declares. Prose may use them.
import ts from 'typescript'

/** Words that a declared name may not contain, with their replacements. */
export const RETIRED_IN_NAMES = {
  'follow, follows, followed, following, unfollow': 'subscribe, sync, watch, accept',
  'bring, brings, brought': 'load, fetch, received',
  'gather, gathers, gathering': 'batch, throttle',
  news: 'new rows, changes',
  'hear, hears': 'receive, on…',
  whose: 'owner',
  'friction, frictions': 'execution costs',
}

/** Names as they are stored or sent. */
const STORED = [
  { path: /^apps\/gateway\/src\/platform\/audit\//, name: 'follows' },
  { path: /\/pendingSubmissions\.ts$/, name: 'whose' },
  { path: /^(?:apps\/gateway|packages\/api)\/src\//, name: 'frictions' },
  { path: /\/(?:OrderDetail|detailApi|RecordsPage\.test)\.tsx?$/, name: 'frictions' },
]

/** Copy trading: a follow is the noun of the field, and what its rows and fields are called. */
const FOLLOWS = {
  path: /(?:^|\/)[^/]*(?:copy|productChanges)[^/]*(?:\/|$)/i,
  word: /^follow(?:s|ed|ing)?$/,
}
const STATE_OF_FOLLOWS = {
  path: /^apps\/gateway\/src\/(?:exchange\/state\/|modules\/copy-trading)/,
  word: /^follows?$/,
}

const insteadOf = new Map(
  Object.entries(RETIRED_IN_NAMES).flatMap(([words, instead]) =>
    words.split(', ').map((word) => [word, instead]),
  ),
)
const ANY = new RegExp(`[\\w$]*(?:${[...insteadOf.keys()].join('|')})[\\w$]*`, 'i')

const DECLARES = [
  ts.isVariableDeclaration,
  ts.isFunctionLike,
  ts.isParameter,
  ts.isPropertySignature,
  ts.isPropertyDeclaration,
  ts.isPropertyAssignment,
  ts.isShorthandPropertyAssignment,
  ts.isBindingElement,
  ts.isTypeAliasDeclaration,
  ts.isInterfaceDeclaration,
  ts.isClassDeclaration,
]

/**
 * Declared names with a retired verb.
 * @returns {{ line: number, name: string, word: string, instead: string }[]}
 */
export function retiredNamesIn(file, text) {
  if (!ANY.test(text)) return []
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  const isStored = (name) => STORED.some((one) => one.name === name && one.path.test(file))
  const found = []
  const visit = (node) => {
    const { name } = node
    if (name && ts.isIdentifier(name) && DECLARES.some((is) => is(node)) && !isStored(name.text)) {
      const words = name.text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
      const isOfCopying = (each) =>
        [FOLLOWS, STATE_OF_FOLLOWS].some(({ path, word }) => path.test(file) && word.test(each))
      const word = words
        .map((each) => each.toLowerCase())
        .find((each) => insteadOf.has(each) && !isOfCopying(each))
      if (word)
        found.push({
          line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1,
          name: name.text,
          word,
          instead: insteadOf.get(word),
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
