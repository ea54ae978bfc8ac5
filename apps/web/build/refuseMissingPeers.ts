import type { Plugin } from 'vite'

/** Vite bundles a script that throws this in place of an optional peer that is not installed. */
const MISSING_PEER = /Could not resolve \\?["'`]([^"'`\\]+)/

/** Ends a build whose files would throw for an optional peer that the app does not list. */
export function refuseMissingPeers(): Plugin {
  return {
    name: 'refuse-missing-peers',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const missing = file.type === 'chunk' && MISSING_PEER.exec(file.code)?.[1]
        if (missing) this.error(`${file.fileName} needs ${missing}, which the app does not list.`)
      }
    },
  }
}
