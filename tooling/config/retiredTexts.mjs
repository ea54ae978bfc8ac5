// Finds texts of a catalog that use a retired term of their language.
import { plain } from './leftoverEnglish.mjs'

/**
 * @param {Readonly<Record<string, string>>} texts
 * @param {readonly string[]} retired Parts of words, in small letters: `retired` of a language's
 * glossary.
 * @returns {string[]} Faults.
 */
export function retiredTexts(texts, retired) {
  return Object.entries(texts).flatMap(([id, text]) => {
    const found = retired.filter((term) => plain(text).toLowerCase().includes(term))
    return found.map((term) => `${id}: a retired term (“${term}”): ${text}`)
  })
}
