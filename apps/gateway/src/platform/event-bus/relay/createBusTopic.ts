import type { Clock } from '@x/kit'
import type { EventBus } from '../EventBus.ts'
import { askOnBus, readFrame, type BusSnapshot } from './busFrames.ts'
import type { TopicRelay } from './createTopicRelay.ts'

/** A topic that some socket of this edge follows. */
export interface BusTopic<Address> {
  readonly address: Address
  readonly relay: TopicRelay
  /** Whether there is such a topic; pending until a gateway has said so. */
  readonly isKnown: () => boolean | Promise<boolean>
  /** Asks for a snapshot where one is wanted, until there is one. */
  ask(): void
  end(): void
}

export interface BusTopicOptions<Address> {
  readonly bus: EventBus
  readonly clock: Pick<Clock, 'after'>
  readonly address: Address
  readonly subject: string
  /** Where a snapshot is asked for. */
  readonly asksOn: string
  readonly relay: TopicRelay
  /** There is no such topic. */
  readonly onUnknown: () => void
}

const RETRY_MS = 100

export function createBusTopic<Address>({
  bus,
  clock,
  address,
  subject,
  asksOn,
  relay,
  onUnknown,
}: BusTopicOptions<Address>): BusTopic<Address> {
  const { promise, resolve } = promised()
  let isKnown = false
  let isAsking = false
  let isOver = false

  const isDue = () => !isOver && (!isKnown || relay.isWanting())

  function onAnswer(answer: BusSnapshot): void {
    if (!answer.isUnknown) {
      isKnown = true
      resolve(true)
      relay.onSnapshot(answer)
    } else if (!isKnown) {
      resolve(false)
      onUnknown()
    }
  }

  async function askUntilThere(): Promise<void> {
    while (isDue()) {
      const answer = await askOnBus<BusSnapshot>(bus, asksOn, address)
      if (answer && !isOver) onAnswer(answer)
      if (isDue()) await new Promise<void>((go) => void clock.after(RETRY_MS, go))
    }
  }

  function ask(): void {
    if (isAsking || !isDue()) return
    isAsking = true
    void askUntilThere().finally(() => (isAsking = false))
  }

  const unsubscribe = bus.subscribe(subject, (data) => {
    const frame = readFrame(data)
    if (frame) relay.onFrame(frame)
    ask()
  })

  return {
    address,
    relay,
    isKnown: () => isKnown || promise,
    ask,
    end() {
      isOver = true
      unsubscribe()
    },
  }
}

function promised() {
  let resolve: (isKnown: boolean) => void = () => {}
  const promise = new Promise<boolean>((settle) => (resolve = settle))
  return { promise, resolve: (isKnown: boolean) => resolve(isKnown) }
}
