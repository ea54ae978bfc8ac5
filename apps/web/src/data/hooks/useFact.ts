import { useStore } from '@x/kit/react'
import { useEffect } from 'react'
import { useServices } from '../../app/servicesContext.ts'
import type { Fact, FactState } from '../reference/createFact.ts'
import type { Facts } from '../reference/createFacts.ts'

export interface FactView<T> extends FactState<T> {
  /** Nothing is known yet and nothing has failed. */
  readonly isLoading: boolean
  readonly refetch: () => void
}

/** One of the facts, asked for by the first who shows it. */
export function useFact<T>(pick: (facts: Facts) => Fact<T>): FactView<T> {
  const fact = pick(useServices().facts)
  const { data, error } = useStore(fact)
  useEffect(() => fact.ask(), [fact])
  return {
    data,
    error,
    isLoading: data === undefined && error === undefined,
    refetch: fact.refetch,
  }
}
