// Our names for the shapes of the archive's HTTP API (server/openapi.yaml). Wire keys stay as they are sent;
// they stop at the mirror's rows.
import type { components } from './api.ts';

type Schemas = components['schemas'];

export type WireVideo = Schemas['Video'];
export type WireChannel = Schemas['Channel'];
export type WireChannelEmbedded = Schemas['ChannelEmbedded'];
export type WireChannelUpdate = Schemas['ChannelUpdate'];
export type WireChannelBulk = Schemas['ChannelBulk'];
export type WireChannelAggs = Schemas['ChannelAggs'];
export type WireChannelNav = Schemas['ChannelNav'];
export type WirePlaylist = Schemas['Playlist'];
export type WirePlaylistStored = Schemas['PlaylistStored'];
export type WirePlaylistBulk = Schemas['PlaylistBulk'];
export type WirePlaylistUpdate = Schemas['PlaylistUpdate'];
export type WireCustomPlaylistAction = Schemas['CustomPlaylistAction'];
export type WirePlaylistNav = Schemas['PlaylistNav'];
export type WireComment = Schemas['Comment'];
export type WirePagination = Schemas['Pagination'];
export type WireNotification = Schemas['Notification'];
export type WireUserConfig = Schemas['UserConfig'];
export type WireDownloadItem = Schemas['DownloadItem'];
export type WireDownloadAggs = Schemas['DownloadAggs'];
export type WireRefreshRequest = Schemas['RefreshRequest'];
export type WireFulltextHit = Schemas['FulltextHit'];
export type WireAccount = Schemas['Account'];
export type WireAppSettings = Schemas['AppSettings'];
export type WirePing = Schemas['Ping'];
export type WireSubtitle = Schemas['Subtitle'];
export type WireStream = Schemas['Stream'];
export type WireSponsorBlock = Schemas['SponsorBlock'];
export type WireChannelOverwrites = Schemas['ChannelOverwrites'];
export type WireAppSettingsPatch = Schemas['AppSettingsPatch'];
export type WireTaskName = Schemas['TaskName'];
export type WireSchedule = Schemas['Schedule'];
export type WireScheduleUpdate = Schemas['ScheduleUpdate'];
export type WireTaskNotifications = Schemas['TaskNotifications'];
export type WireCookie = Schemas['Cookie'];
export type WireImportOptions = Schemas['ImportOptions'];
export type WireMembershipProfile = Schemas['MembershipProfile'];
export type WireBackup = Schemas['Backup'];
export type WireSnapshotInfo = Schemas['SnapshotInfo'];

export type VideoKind = Schemas['VideoType'];
export type SortField = Schemas['SortField'];
export type SortOrder = Schemas['SortOrder'];
