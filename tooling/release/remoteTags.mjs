// Which release tags `origin` has. A push that failed leaves tags in this clone alone.
import { git } from './command.mjs'

/**
 * The release tags of `origin`, each with the commit that it tags.
 *
 * @param {string} top the repository
 * @returns {Promise<Map<string, string> | undefined>} undefined if there is no `origin`
 */
export async function remoteTags(top) {
  if (!(await git(top, 'remote')).split('\n').includes('origin')) return undefined
  const found = new Map()
  // An annotated tag has a second line, `<commit> refs/tags/<tag>^{}`, after that of its object.
  for (const line of (await git(top, 'ls-remote', '--tags', 'origin')).split('\n')) {
    const [, commit, tag] = /^(\w+)\trefs\/tags\/(.+?)(?:\^\{\})?$/.exec(line) ?? []
    if (tag) found.set(tag, commit)
  }
  return found
}

/**
 * Tags of `origin` that are not what this clone has or is about to write, as sentences. A push
 * would be refused after the uploads.
 *
 * @param {{ tag: string, commit: string }[]} tags what each release tag is to name
 * @param {Map<string, string> | undefined} remote
 */
export const remoteTagFaults = (tags, remote) =>
  tags
    .filter(({ tag, commit }) => remote?.has(tag) && remote.get(tag) !== commit)
    .map(({ tag }) => `${tag} is at another commit on origin: run git fetch --tags`)

/**
 * The tags that `origin` lacks. Tags of commits that are not in the history of HEAD stay here.
 *
 * @param {{ top: string, tags: { tag: string, commit: string }[], remote?: Map<string, string> }}
 *   options
 * @returns {Promise<string[]>}
 */
export async function lackingTags({ top, tags, remote }) {
  if (remote === undefined) return []
  const history = new Set((await git(top, 'rev-list', 'HEAD')).split('\n'))
  return tags
    .filter(({ tag, commit }) => !remote.has(tag) && history.has(commit))
    .map(({ tag }) => tag)
}

/**
 * Writes the tags that this clone lacks, then pushes those that `origin` lacks.
 *
 * @returns {Promise<string[]>} the tags that were pushed
 */
export async function writeTags({ top, tags, remote }) {
  const known = new Set((await git(top, 'tag')).split('\n'))
  for (const { tag, commit } of tags.filter((it) => !known.has(it.tag)))
    if (remote?.has(tag))
      await git(top, 'fetch', '--quiet', 'origin', `refs/tags/${tag}:refs/tags/${tag}`)
    else await git(top, 'tag', '--annotate', tag, commit, '--message', tag)
  const lacking = await lackingTags({ top, tags, remote })
  if (lacking.length > 0)
    await git(top, 'push', 'origin', ...lacking.map((tag) => `refs/tags/${tag}`))
  return lacking
}
