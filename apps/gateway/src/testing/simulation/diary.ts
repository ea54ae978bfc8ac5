import type { Asked, Reply } from './Machine.ts'
import type { Process } from './World.ts'

/** What a trader was answered. */
export interface Diary {
  note(command: Asked, reply: Reply): void
  /** Name of what was asked -> its number, for all that was acknowledged. */
  readonly acknowledged: ReadonlyMap<string, string>
  /** Who acknowledged anything in an epoch. */
  readonly leaders: ReadonlyMap<number, ReadonlySet<Process>>
  /** Two answers to one question that differ. */
  readonly contradictions: readonly string[]
}

/** A name for what may be done once only; `undefined` for what may be done again. */
export function nameOf(command: Asked): string | undefined {
  if (command.kind === 'place') return `order live ${command.userId} ${command.clientOid}`
  if (command.kind === 'transfer') return `transfer ${command.askedBy} ${command.clientOid}`
  return undefined
}

export function createDiary(): Diary {
  const acknowledged = new Map<string, string>()
  const leaders = new Map<number, Set<Process>>()
  const contradictions: string[] = []
  return {
    note(command, { number, epoch = 0, by }) {
      leaders.set(epoch, (leaders.get(epoch) ?? new Set()).add(by))
      const name = nameOf(command)
      if (name === undefined) return
      const former = acknowledged.get(name)
      if (former !== undefined && former !== number)
        contradictions.push(`${name} was ${former} and then ${number}`)
      acknowledged.set(name, String(number))
    },
    acknowledged,
    leaders,
    contradictions,
  }
}
