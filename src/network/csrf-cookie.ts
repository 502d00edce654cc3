/** The cookie that writes repeat in a header. The archive changes it with each login. */
export const csrfCookie = 'csrftoken';
