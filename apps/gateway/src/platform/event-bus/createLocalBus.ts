import { BusError, type End, type EventBus } from './EventBus.ts'

type Listener<Result> = (text: string) => Result

/** A bus inside of one process. */
export function createLocalBus(): EventBus {
  const listeners = new Map<string, Set<Listener<void>>>()
  const answering = new Map<string, Set<Listener<string | Promise<string>>>>()

  return {
    publish(subject, text) {
      // As over a network: who publishes goes on before anybody hears it.
      for (const listener of listeners.get(subject) ?? [])
        queueMicrotask(() => listeners.get(subject)?.has(listener) && listener(text))
    },
    subscribe: (subject, onMessage) => add(listeners, { subject, listener: onMessage }),
    async request(subject, text) {
      await Promise.resolve()
      const [answer] = answering.get(subject) ?? []
      if (!answer) throw new BusError(subject, { isUndelivered: true })
      return answer(text)
    },
    answer: (subject, onRequest) => add(answering, { subject, listener: onRequest }),
    onReconnect: () => () => {},
    async close() {
      listeners.clear()
      answering.clear()
    },
  }
}

function add<Result>(
  all: Map<string, Set<Listener<Result>>>,
  { subject, listener }: { readonly subject: string; readonly listener: Listener<Result> },
): End {
  // The same function may listen twice.
  const own: Listener<Result> = (text) => listener(text)
  const of = all.get(subject) ?? new Set()
  all.set(subject, of.add(own))
  return () => {
    of.delete(own)
    if (of.size === 0 && all.get(subject) === of) all.delete(subject)
  }
}
