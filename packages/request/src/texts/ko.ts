import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: '알림',
  timeout: '요청 시간이 초과되었습니다!',
  expired: '로그인이 만료되었습니다. 다시 로그인해 주세요',
  loginRequired: '로그인 후 이용해 주세요',
  systemBusy: '시스템이 혼잡합니다',
  notFound: '요청 오류',
  forbidden: '허용되지 않은 요청입니다',
}
