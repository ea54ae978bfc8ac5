// What a user of a package reads in an editor: the sources cite the rules of docs/ in parentheses
// (`(U8, spec 4.13)`), the published declarations do not, because a user has no such pages.
import { RULE_IDS } from './citations.mjs'

/** A line break within a comment, or plain space. */
const SPACE = String.raw`(?:\s*\n\s*\*)?\s+`
const NUMBER = String.raw`\d+[a-z]?(?:\.\d+)*`
const ITEM = [
  RULE_IDS,
  `[Ss]pec(?:${SPACE}sections?)?${SPACE}${NUMBER}`,
  `wire(?:${SPACE}protocol)?${SPACE}${NUMBER}(?:${SPACE}[A-Z][a-z]+)?`,
  `wire-protocol,${SPACE}section${SPACE}${NUMBER}`,
  `trading${SPACE}${NUMBER}`,
  `decision${SPACE}${NUMBER}`,
  String.raw`docs/adr/[\w-]+\.md`,
].join('|')

/** In parentheses, with the space before it: a list of items, bare numbers and quoted titles. */
const CITED = new RegExp(
  `${SPACE}\\((?:${ITEM})(?:(?:[,;]|${SPACE}(?:and|to))${SPACE}(?:${ITEM}|${NUMBER}|"[^"]*"|` +
    `in${SPACE}its${SPACE}order|market${SPACE}socket))*\\)`,
  'g',
)
const LEFT_OVER = new RegExp(`(?<![\\w%\\-/.])(?:${ITEM})(?![\\w-])`, 'g')
const COMMENT = /\/\*\*[\s\S]*?\*\//g

/** @param {string} text of a comment or a page @returns {string} the text without citations */
export const textWithoutCitations = (text) => text.replace(CITED, '')

/** @param {string} declarations @returns {string} their comments without citations */
export const withoutCitations = (declarations) =>
  declarations.replace(COMMENT, textWithoutCitations)

/**
 * Citations in running text, which nobody can take out.
 *
 * @param {string} declarations @returns {string[]} one sentence for each
 */
export const citationsLeft = (declarations) =>
  [...withoutCitations(declarations).matchAll(COMMENT)].flatMap(([comment]) =>
    (comment.match(LEFT_OVER) ?? []).map(
      (id) => `${id} in ${comment.replace(/\s*\n\s*\*?/g, ' ')}`,
    ),
  )
