import type { Side } from '../../data/spot/model.ts'

const NOTES: Readonly<Record<Side, readonly [number, number]>> = {
  buy: [587.33, 880],
  sell: [880, 587.33],
}
const LENGTH = 0.12
const LOUDNESS = 0.08

let context: AudioContext | undefined

/** Two short notes, rising for a buy, falling for a sale; made here, no file is fetched. */
export const playFill = (side: Side): void => play(NOTES[side])

/** One low note: an order ended without a fill. */
export const playUnfilled = (): void => play([220])

/** Twice the same note: an order's trigger was reached. */
export const playTrigger = (): void => play([698.46, 698.46])

function play(notes: readonly number[]): void {
  context ??= new AudioContext()
  const { currentTime, destination } = context
  for (const [index, frequency] of notes.entries()) {
    const at = currentTime + index * LENGTH
    const gain = new GainNode(context, { gain: 0 })
    gain.gain.setValueAtTime(LOUDNESS, at)
    gain.gain.exponentialRampToValueAtTime(0.0001, at + LENGTH)
    const note = new OscillatorNode(context, { frequency })
    note.connect(gain).connect(destination)
    note.start(at)
    note.stop(at + LENGTH)
  }
}
