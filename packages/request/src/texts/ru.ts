import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Уведомление',
  timeout: 'Время ожидания запроса истекло!',
  expired: 'Срок действия входа истёк, войдите снова',
  loginRequired: 'Войдите, чтобы открыть эту страницу',
  systemBusy: 'Система занята',
  notFound: 'Ошибка запроса',
  forbidden: 'Запрос запрещён',
}
