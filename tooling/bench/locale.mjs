// Messages and numbers compared to libraries of other front ends: bytes of the runtime, CPU time of
// one text, and bytes of one language of the app.
import { installPeers } from './peers.mjs'
import { bytes } from './locale/bytes.mjs'
import { languages } from './locale/languages.mjs'
import { messages } from './locale/messages.mjs'
import { numbers } from './locale/numbers.mjs'

export async function bench() {
  await installPeers()
  return [...(await bytes()), ...(await languages()), ...(await messages()), ...(await numbers())]
}
