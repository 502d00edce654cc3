/** Texts of the plain pages that report an error, and of the page before the client is built. */
export const errors = {
  notFound: { title: 'Not Found', text: 'There is nothing at this address.' },
  forbidden: { title: 'Forbidden', text: 'Sign in first.' },
  diskFull: { title: 'Disk Full', text: 'The disk of the server is full. Nothing was changed.' },
  serverError: { title: 'Server Error', text: 'Something went wrong. The server has logged it.' },
  notBuilt: { title: 'Not built yet', text: 'The client has not been built. Run “npm run build”, then start again.' },
};
