/**
 * Events of a stream as they travel: each has the number after the one before it, so that an edge
 * sees what it missed.
 */
export interface MissedEvents {
  /** Numbers of two runs have nothing to do with each other. */
  readonly run: number
  /** The number of the last event. */
  readonly seq: number
  /** The latest events with their numbers, the last one last. */
  readonly latest: readonly (readonly [number, string])[]
}

const DATA = ',"data":'

export const writeEvent = (seq: number, payload: string): string =>
  `{"type":"delta","seq":${seq},"prevSeq":${seq - 1}${DATA}${payload}}`

/** The payload of an event as it was written, without reading it. */
export const payloadOf = (text: string): string => text.slice(text.indexOf(DATA) + DATA.length, -1)

/** For who begins, or has missed some. */
export const writeMissed = ({ seq, ...others }: MissedEvents): string =>
  JSON.stringify({ type: 'snapshot', seq, prevSeq: 0, ...others })

/** `undefined`: it is an event. */
export const readMissed = (text: string): MissedEvents | undefined =>
  text.startsWith('{"type":"snapshot"') ? (JSON.parse(text) as MissedEvents) : undefined
