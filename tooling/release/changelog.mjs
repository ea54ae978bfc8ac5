// How changesets become changelogs: a sentence for each change with a link to its commit, and one
// line for all packages that are used in a newer version.
import { placeholderFaults, readPublishing } from './publishing.mjs'

/** @param {{ commit?: string }} changeset */
function commitLink({ commit }, publishing) {
  if (!commit) return ''
  const short = commit.slice(0, 7)
  const isKnown = !placeholderFaults(publishing).some((fault) => fault.includes('repository'))
  return isKnown ? ` ([${short}](${publishing.repository}/commit/${commit}))` : ` (${short})`
}

/** The functions that changesets calls; `options` may hold other values of publishing.json. */
export default {
  getReleaseLine: (changeset, _type, options) => {
    const [sentence = '', ...rest] = changeset.summary.trim().split('\n')
    const link = commitLink(changeset, { ...readPublishing(), ...options })
    const more = rest.map((line) => (line.trim() === '' ? '' : `  ${line.trimEnd()}`))
    return [`- ${sentence.trim()}${link}`, ...more].join('\n')
  },

  getDependencyReleaseLine: (_changesets, updated) => {
    if (updated.length === 0) return ''
    return `- Use ${updated.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}.`
  },
}
