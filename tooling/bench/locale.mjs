// Messages and numbers beside the libraries that other front ends use: bytes of the runtime, CPU
// time of one text, and what a language of the app weighs.
import { installPeers } from './peers.mjs'
import { bytes } from './locale/bytes.mjs'
import { languages } from './locale/languages.mjs'
import { messages } from './locale/messages.mjs'
import { numbers } from './locale/numbers.mjs'

export async function bench() {
  await installPeers()
  return [...(await bytes()), ...(await languages()), ...(await messages()), ...(await numbers())]
}
