import type { Clock, Visibility } from '@x/kit'
import { createTimedQueue, type TimedQueue } from '../toast/createTimedQueue.ts'
import { toNotification, type Notification, type NotificationOptions } from './toNotification.ts'

/** Queue of notifications. */
export type NotificationQueue = TimedQueue<Notification, NotificationOptions>

/**
 * Creates the queue of notifications, oldest first; after a pause the remaining time continues
 * (U5). Render one `NotificationRegion` for it.
 */
export function createNotificationQueue({
  clock,
  visibility,
}: {
  readonly clock: Clock
  readonly visibility: Visibility
}): NotificationQueue {
  return createTimedQueue({ clock, visibility, make: toNotification, afterPause: 'resume' })
}
