// What the site reads from Markdown: headings with their anchors, links, blocks of code.

const FENCE = /^\s*(```+|~~~+)/

/**
 * Calls `visit` with each line outside blocks of code and puts its result in the line's place.
 * @param {string} text @param {(line: string, number: number) => string} visit
 */
export function mapProse(text, visit) {
  let fence
  return text
    .split('\n')
    .map((line, index) => {
      const [, mark] = FENCE.exec(line) ?? []
      if (fence === undefined && mark === undefined) return visit(line, index + 1)
      if (fence === undefined) fence = mark
      else if (mark?.startsWith(fence)) fence = undefined
      return line
    })
    .join('\n')
}

/** The anchor of a heading, as GitHub makes it, so that a link works there and on the site. */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** The text of a heading without its marks: code, links, emphasis, escapes. */
const plainText = (heading) =>
  heading
    .replace(/`([^`]*)`/g, '$1')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|__/g, '')
    .replace(/\\(.)/g, '$1')

/** @returns {{ level: number, text: string, slug: string, line: number }[]} */
export function headingsOf(text) {
  const found = []
  const seen = new Map()
  mapProse(text, (line, number) => {
    const [, marks, heading] = /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) ?? []
    if (heading === undefined) return line
    const slug = slugOf(plainText(heading))
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    found.push({
      level: marks.length,
      text: plainText(heading),
      slug: count === 0 ? slug : `${slug}-${count}`,
      line: number,
    })
    return line
  })
  return found
}

/** Every anchor of a page: of its headings and those that it sets itself. */
export function anchorsOf(text) {
  const own = [...text.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map(([, id]) => id)
  return new Set([...headingsOf(text).map(({ slug }) => slug), ...own])
}

const LINK = /(!?\[(?:[^[\]]|\[[^\]]*\])*\]\()<?([^)\s>]+)>?((?:\s+"[^"]*")?\))/g

/**
 * Puts `resolve(target, line)` in the place of each link's target; code in backquotes stays.
 * @param {string} text
 * @param {(target: string, line: number) => string} resolve
 */
export function mapLinks(text, resolve) {
  return mapProse(text, (line, number) => {
    const code = [...line.matchAll(/(`+)(?:(?!\1).)*\1/g)].map(({ index, 0: all }) => [
      index,
      index + all.length,
    ])
    const isCode = (at) => code.some(([from, to]) => at > from && at < to)
    return line.replace(LINK, (all, before, target, after, offset) =>
      isCode(offset) ? all : `${before}${resolve(target, number)}${after}`,
    )
  })
}

/**
 * The blocks of code in these languages.
 * @returns {{ language: string, code: string, line: number }[]} `line`: of the first line of code
 */
export function codeBlocksOf(text, languages) {
  return [...text.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```/gm)]
    .filter(([, language]) => languages.includes(language))
    .map(({ 1: language, 2: code, index }) => ({
      language,
      code,
      line: text.slice(0, index).split('\n').length + 1,
    }))
}

/** The text of the first heading, or undefined. */
export const titleOf = (text) => headingsOf(text)[0]?.text
