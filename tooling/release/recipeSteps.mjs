// What a reader of a recipe does: type its commands and write its files, in the order of the page.
import path from 'node:path'

/**
 * @typedef {{ language: string, code: string, before: string }} Block a block of code and the text
 *   of the paragraph before it
 * @typedef {{ type: string } | { file: string, code: string }} Step a command line, or a file of
 *   the app
 */

/** The file that the line before a block names, as a path of the app. */
const namedFile = (before) => /^examples\/[\w-]+\/([\w./-]+):$/.exec(before.trim())?.[1]

/**
 * The steps of a page. The last command starts the app, which then runs until it is stopped.
 *
 * @param {readonly Block[]} blocks
 * @returns {{ steps: Step[], start: string }}
 * @throws if the page does not end with a command, or a block is neither a file nor commands
 */
export function stepsOf(blocks) {
  const steps = blocks.flatMap(({ language, code, before }) => {
    const file = namedFile(before)
    if (file !== undefined) return [{ file, code: `${code.trimEnd()}\n` }]
    if (language === 'sh') return commandsOf(code).map((type) => ({ type }))
    throw new Error(`The recipe does not say which file this is:\n${code}`)
  })
  const start = steps.pop()?.type
  if (start === undefined) throw new Error('The recipe does not end with what starts the app')
  return { steps, start }
}

const commandsOf = (code) =>
  code
    .split('\n')
    .map((line) => line.replace(/\s+#\s.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * Where a shell is after a command.
 *
 * @param {string} folder @param {string} command
 */
export function folderAfter(folder, command) {
  const [, target] = /^cd (\S+)$/.exec(command) ?? []
  return target === undefined ? folder : path.join(folder, target)
}
