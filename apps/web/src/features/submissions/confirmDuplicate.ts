import type { MessageDialogs, MessageOptions } from '@x/ui/message-dialog'
import { type DuplicateFacts, duplicateQuestion } from './DuplicateQuestion.tsx'

interface ConfirmDuplicateOptions {
  readonly dialogs: Pick<MessageDialogs, 'confirm'>
  readonly facts: DuplicateFacts
}

/**
 * Whether the same once more is the one that had no answer, or another; `undefined`:
 * nothing is to be sent.
 */
export async function confirmDuplicate(
  question: Omit<MessageOptions, 'message'>,
  { dialogs, facts }: ConfirmDuplicateOptions,
): Promise<'again' | 'another' | undefined> {
  let isSecond: boolean = facts.hasArrived
  const { action } = await dialogs.confirm({
    ...question,
    message: duplicateQuestion({ ...facts, onSecond: (checked) => (isSecond = checked) }),
  })
  return action !== 'confirm' ? undefined : isSecond ? 'another' : 'again'
}
