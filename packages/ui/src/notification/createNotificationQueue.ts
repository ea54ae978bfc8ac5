import type { Clock, Visibility } from '@x/kit'
import { createTimedQueue, type TimedQueue } from '../toast/createTimedQueue.ts'
import { toNotification, type Notification, type NotificationOptions } from './toNotification.ts'

export type NotificationQueue = TimedQueue<Notification, NotificationOptions>

/**
 * U5: the notifications of a page, the oldest first; leaving one resumes the time that was left.
 * Render a `NotificationRegion` with it once.
 */
export function createNotificationQueue({
  clock,
  visibility,
}: {
  readonly clock: Clock
  readonly visibility: Visibility
}): NotificationQueue {
  return createTimedQueue({ clock, visibility, make: toNotification, afterHold: 'resume' })
}
