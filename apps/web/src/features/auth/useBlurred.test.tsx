import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useBlurred } from './useBlurred.ts'

afterEach(cleanup)

describe('when a field is judged', () => {
  it('is not before it has been left once', () => {
    const { result } = renderHook(() => useBlurred<'name' | 'code'>())
    expect([result.current.has('name'), result.current.has('code')]).toEqual([false, false])
  })
  it('is from then on, each field for itself', () => {
    const { result } = renderHook(() => useBlurred<'name' | 'code'>())
    act(() => result.current.blur('name')())
    expect([result.current.has('name'), result.current.has('code')]).toEqual([true, false])
    act(() => result.current.blur('code')())
    expect([result.current.has('name'), result.current.has('code')]).toEqual([true, true])
  })
  it('is all at once after a try to submit, and stays so', () => {
    const { result } = renderHook(() => useBlurred<'name' | 'code'>())
    act(() => result.current.all())
    act(() => result.current.blur('name')())
    expect([result.current.has('name'), result.current.has('code')]).toEqual([true, true])
  })
})
