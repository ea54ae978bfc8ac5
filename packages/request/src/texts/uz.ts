import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Eslatma',
  timeout: 'Soʻrov vaqti tugadi!',
  expired: 'Kirish muddati tugadi, qaytadan kiring',
  loginRequired: 'Koʻrish uchun tizimga kiring',
  systemBusy: 'Tizim band',
  notFound: 'Soʻrovda xatolik',
  forbidden: 'Soʻrov taqiqlangan',
}
