import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Уведомление',
  timeout: 'Время ожидания запроса истекло!',
  expired: 'Срок действия входа истёк, войдите снова',
  loginvalid: 'Войдите, чтобы открыть эту страницу',
  unknow: 'Система занята',
  notfound: 'Ошибка запроса',
  forbidden: 'Запрос запрещён',
}
