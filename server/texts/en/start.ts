/** The help, the lines that `npm start` prints until the server is ready, why it cannot start, and the results of its other commands. */

const chooseData = 'Choose another with --data.';
const chooseDownloads = 'Choose another with --downloads.';

/** The kinds of records of a TubeArchivist server, named as its indexes are. */
export type RecordKind = 'channel' | 'video' | 'playlist' | 'comment' | 'download' | 'subtitle';

/** @param formattedCount a number in the reader's format. `1` is the same text in every format, so it can be recognized */
const counted = (formattedCount: string, one: string, many: string) => `${formattedCount} ${formattedCount === '1' ? one : many}`;

export const start = {
  help: `Usage: npm start -- [flags]

  --port PORT            port to listen on (8000)                            STOWAWAY_PORT
  --host HOST            127.0.0.1: this computer only; 0.0.0.0: the network STOWAWAY_HOST
  --data DIR             folder for database and sample library (./data)     STOWAWAY_DATA
  --library DIR          your folder of yt-dlp downloads, used in place      STOWAWAY_LIBRARY
  --downloads DIR        folder for new downloads (one in the library)       STOWAWAY_DOWNLOADS
  --archive URL          use the TubeArchivist server at this address        STOWAWAY_ARCHIVE
  --archive-ca FILE      certificate authority to trust for --archive        STOWAWAY_ARCHIVE_CA
  --tls-cert FILE        certificate for https, with --tls-key               STOWAWAY_TLS_CERT
  --tls-key FILE         private key of that certificate                     STOWAWAY_TLS_KEY
  --hsts                 tell browsers to use https only, with --tls-cert    STOWAWAY_HSTS=1
  --tls-local            https at home, with a certificate made for you      STOWAWAY_TLS_LOCAL=1
  --tls-name LIST        more host names or addresses for --tls-local        STOWAWAY_TLS_NAME
  --trusted-proxy LIST   addresses of a reverse proxy on another machine     STOWAWAY_TRUSTED_PROXY
  --proxy-user-header H  header in which that proxy names the signed-in user STOWAWAY_PROXY_USER_HEADER
  --log-level LEVEL      debug, info, warn or error (info)                   STOWAWAY_LOG_LEVEL
  --log-format FORMAT    text, or json for log collectors (text)             STOWAWAY_LOG_FORMAT
  --reset-password NAME  set a new password for this account, print it and exit
  --import-tubearchivist DIR  import a TubeArchivist server’s records and exit: DIR is its cache folder, --library its media folder
  --version, --help

External services, each off until its address is set: STOWAWAY_SPONSORBLOCK_URL, STOWAWAY_DISLIKES_URL, STOWAWAY_MEMBERSHIP_URL,
STOWAWAY_RELEASES_URL.
Metrics: /metrics answers this computer, and requests with STOWAWAY_METRICS_TOKEN as their bearer token.
First account: STOWAWAY_ADMIN_USER (admin) and STOWAWAY_ADMIN_PASSWORD (generated and printed once).
`,
  ready: {
    onlyHere: 'Only this computer can open it. To let other devices at home open it, add --host 0.0.0.0.',
    others: (addresses: string) => `Other devices at home: ${addresses}`,
    or: ' or ',
    noAddress: 'no network address was found',
    noHttps:
      'Without https, phones can play videos, but cannot install the app or save videos offline: browsers require https for that. Add --tls-local, or your own certificate with --tls-cert and --tls-key.',
    /** Tests and scripts wait for the beginning of this line, with LC_ALL=C. */
    line: (address: string, signIn: string) => `Stowaway is ready: open ${address} and ${signIn}`,
    signInThere: (host: string) => `sign in with your account of ${host}.`,
    signInAs: (names: string, first: string) => `sign in as ${names} (forgot the password? npm start -- --reset-password ${first}).`,
    signInChosen: (name: string) => `sign in as ${name} with the password you chose.`,
    signInGenerated: (name: string, password: string) => `sign in as ${name} with the password ${password} (shown only now).`,
  },
  tls: {
    fingerprint: (fingerprint: string) => `The certificate that devices have to trust has the SHA-256 fingerprint ${fingerprint}`,
    replaced: 'This certificate is new, because the previous one does not cover the names given with --tls-name: every device has to trust it again.',
    unlimited: (folder: string) =>
      `This certificate was made by an earlier version and is valid for any site. To replace it with one that is limited to home networks, stop the server, delete ${folder}, start it again, and let every device trust the new one.`,
    pageTaken: (port: number) => `The page that sets up phones could not be opened: port ${port} is already in use.`,
    page: (pages: string) => `On each phone or tablet, open this page once so that it trusts this server: ${pages}`,
    pageOnPort: (port: number) => `port ${port}, at this computer’s address`,
    badFolder: (folder: string, why: string) => `The certificate folder ${folder} cannot be used: ${why}.`,
    certificateUnreadable: (file: string, why: string) => `The certificate ${file} cannot be read: ${why}.`,
    keyUnreadable: (file: string, why: string) => `The key ${file} cannot be read: ${why}.`,
    badPair: (certificate: string, key: string, why: string) => `The certificate ${certificate} and the key ${key} cannot be used: ${why}.`,
    badAuthority: (file: string, why: string) => `The certificate authority ${file} cannot be used: ${why}. Check --archive-ca.`,
    noAuthority: (file: string) => `The certificate authority ${file} contains no certificate in PEM format. Check --archive-ca.`,
  },
  couldNotStart: (why: string) => `could not start: ${why}`,
  newPassword: (name: string, password: string) => `The new password of ${name} is ${password}`,
  noAccount: (name: string, names: string) => `There is no account ${name}. Existing accounts: ${names}.`,
  noAccounts: 'none yet',
  badFirstPassword: (problem: string) => `STOWAWAY_ADMIN_PASSWORD cannot be the first account’s password. ${problem} Leave it unset to have one generated.`,
  noLibrary: (folder: string) => `The library folder ${folder} does not exist. Check --library, and that its disk is mounted.`,
  portTaken: (port: number) => `Port ${port} is already in use. Stop the program that uses it, or choose another port with --port.`,
  portForbidden: (port: number) => `No permission to listen on port ${port}. Choose a port above 1023 with --port.`,
  noHost: (host: string) => `This computer has no address ${host}. Choose another with --host.`,
  noListening: (place: string, why: string) => `Cannot listen on ${place}: ${why}.`,
  data: {
    file: (folder: string) => `The data folder ${folder} is a file. Choose a folder with --data.`,
    unwritable: (folder: string, why: string) => `The data folder ${folder} is not writable: ${why}. ${chooseData}`,
    unopened: (folder: string, why: string) => `The database in ${folder} cannot be opened: ${why}.`,
    emptied: (file: string, sign: string) =>
      `The database ${file} is empty (0 bytes), although it contained an archive, as ${sign} shows. Put the newest snapshot or another copy of the database in its place. To create a new archive instead, delete the empty file.`,
    lockDamaged: (file: string) =>
      `The lock file ${file} is damaged. It contains no data: make sure that no other Stowaway is using its folder, delete the file, and start again.`,
    lockUnopened: (file: string, why: string) => `The lock file ${file} cannot be opened: ${why}.`,
    inUse: (folder: string) => `Another Stowaway is using the data folder ${folder}. Stop it first, or choose another with --data.`,
    newer: (changes: string) => `it contains changes of a newer version (${changes}); start that version, or a newer one`,
    noSnapshot: (why: string) => `The snapshot before the update cannot be made: ${why}. The database was not changed.`,
    noSpace: (needed: string, free: string) =>
      `This version has to update the database and first makes a snapshot of it, which needs ${needed}; the disk has ${free} free. The database was not changed. Free some space, or start the previous version.`,
  },
  downloads: {
    absent: (folder: string) => `The downloads folder ${folder} does not exist. Create it or mount its disk, or choose another with --downloads.`,
    file: (folder: string) => `The downloads folder ${folder} is a file. Choose a folder with --downloads.`,
    isLibrary: (folder: string) => `The downloads folder ${folder} is the library itself. Remove --downloads, or choose another folder.`,
    holdsLibrary: (library: string, folder: string) => `The library ${library} is inside the downloads folder ${folder}. ${chooseDownloads}`,
    inData: (folder: string) => `The downloads folder ${folder} is inside the data folder. Choose one outside of it with --downloads.`,
    holdsData: (data: string, folder: string) => `The data folder ${data} is inside the downloads folder ${folder}. ${chooseDownloads}`,
    emptied: (folder: string) => `The downloads folder ${folder} is inside a folder that Stowaway empties. ${chooseDownloads}`,
    unwritable: (folder: string, why: string) => `The downloads folder ${folder} is not writable: ${why}. ${chooseDownloads}`,
  },
  options: {
    importNeedsLibrary: '--import-tubearchivist needs --library: the folder that TubeArchivist calls /youtube.',
    tlsTogether: '--tls-cert and --tls-key must be used together.',
    tlsOneOf: '--tls-local and --tls-cert cannot be used together: choose one of them.',
    tlsNameLocal: '--tls-name works only with --tls-local: your own certificate already contains its names.',
    hstsLocal: '--hsts cannot be used with --tls-local: a device that does not trust this server yet could not get past the warning of its browser.',
    hstsHttps: '--hsts needs https: add --tls-cert and --tls-key, or let your reverse proxy send the header.',
    archiveCa: '--archive-ca works only with --archive.',
    archiveAddress: (value: string) => `--archive must be the address of a server, such as https://tube.example, not ${value}.`,
    archiveProxy: '--trusted-proxy cannot be used with --archive: that server decides who is signed in.',
    archiveLibrary: '--archive and --library cannot be used together: the videos are on that server.',
    archiveDownloads: '--archive and --downloads cannot be used together: that server does the downloading.',
    tlsNames: (value: string) => `--tls-name must be host names or addresses, such as nas.example or 100.64.0.7, not ${value}.`,
    logLevel: (levels: string, value: string) => `--log-level must be one of ${levels}, not ${value}.`,
    logFormat: (one: string, other: string, value: string) => `--log-format must be ${one} or ${other}, not ${value}.`,
    metricsToken: 'STOWAWAY_METRICS_TOKEN must have at least 16 characters, only letters, digits and . _ ~ + / = -',
    needsValue: (flag: string) => `${flag} needs a value. See --help.`,
    unknownFlag: (flag: string) => `Unknown flag ${flag}. See --help.`,
    port: (value: string) => `The port must be a number from 0 to 65535, not ${value}.`,
    portLocal: (max: number) => `With --tls-local the port must be at most ${max}: the page that sets up phones uses the next one.`,
    serviceAddress: (variable: string, value: string) => `${variable} must be an address such as https://service.example, not ${value}.`,
    headerNeedsProxy: '--proxy-user-header works only with --trusted-proxy: otherwise anybody could sign in as anyone.',
    header: (value: string) => `--proxy-user-header must be the name of a header that the proxy sets, such as Remote-User, not ${value}.`,
    trustedProxy: (value: string) => `--trusted-proxy must be addresses or networks, such as 172.18.0.2 or 172.18.0.0/16, not ${value}.`,
  },
  imported: {
    nothing: (why: string) => `Nothing was imported. ${why}`,
    reading: (file: string) => `Importing from ${file} …`,
    progress: (doneCount: number, kind: RecordKind) => `Importing ${kind} records: ${doneCount} …`,
    counts: (counts: { videos: string; watched: string; channels: string; playlists: string; comments: string; downloads: string }) =>
      `Imported: ${counted(counts.videos, 'video', 'videos')} (${counts.watched} watched), ${counted(counts.channels, 'channel', 'channels')}, ${counted(counts.playlists, 'playlist', 'playlists')}, ${counted(counts.comments, 'comment', 'comments')}, ${counts.downloads} in the queue.`,
    withoutFile: (count: string, named: string) => `Skipped, because their files are not in the library: ${count} (${named}).`,
    refused: (count: string, named: string) => `Skipped, because the database could not store them: ${count} (${named}).`,
    unreadable: (count: string) => `Skipped, because required data is missing: ${counted(count, 'record', 'records')}.`,
    noPictures: 'No pictures were imported. To include them, use the cache folder instead of the ZIP.',
    keep: (library: string, pictures: string) => `Media and pictures stay where they are. Keep ${library} and ${pictures}.`,
    subtitles: 'Subtitles will be searchable once they have been read in the background.',
    next: (library: string) => `Now start Stowaway: npm start -- --library ${library}`,
  },
  reasons: {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOENT: 'it does not exist',
    ENOTDIR: 'a part of the path is not a folder',
    EEXIST: 'there is a file of that name',
    EISDIR: 'it is a folder',
    ENOSPC: 'the disk is full',
  },
};
