// Generated from server/openapi.yaml by `npm run types`. Do not edit by hand.

export interface paths {
    "/api/ping/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I, which version
         * @description First call of a client. 403 means not logged in; anything but JSON means that the server is still starting.
         */
        get: operations["getPing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the server answers
         * @description For monitoring. No login.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Sets the session cookie and a new CSRF cookie. A request without a valid session cookie needs no CSRF header. A request with a valid session cookie is refused with 403 if the CSRF header is missing or wrong.
         */
        post: operations["loginUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the session and expires the session cookie. The CSRF cookie stays.
         */
        post: operations["logoutUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The calling account */
        get: operations["getUserAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/devices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the caller is signed in (x-own)
         * @description The sessions of the calling account only, most recently used first. The last use is stored to the minute.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/devices/{device_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out a device of the caller (x-own)
         * @description Ends the session of a device of the calling account. Data on the device stays there.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/me/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of the calling account
         * @description Created with defaults on the first call.
         */
        get: operations["getUserConfig"];
        put?: never;
        /**
         * Change settings
         * @description Changes only the keys that are sent. The answer is the whole config after the change. If one value is refused, nothing is stored.
         */
        post: operations["updateUserConfig"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List of videos
         * @description A video must match all filters. With `playlist`, the videos are in the order of the playlist, and `sort` and `order` are ignored. Without `sort`, the order is undefined. Unknown parameters are ignored, and so is a parameter sent with an empty value, except page.
         */
        get: operations["listVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One video */
        get: operations["getVideo"];
        put?: never;
        post?: never;
        /**
         * Delete a video
         * @description Removes the media file, the document, its subtitles and comments, and its place in custom playlists; in regular playlists the entry stays, not downloaded.
         */
        delete: operations["deleteVideo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/digests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hashes of the media file (x-own)
         * @description Computed once in the background, one file at a time, and again when the file has changed. The hashes belong to the file whose ETag is `validator`.
         */
        get: operations["getVideoDigests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/similar/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Similar videos
         * @description At most six, by title and tags, best first. An unknown id gives an empty list, never 404. Players carry no progress.
         */
        get: operations["listSimilarVideos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/comment/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Comments of a video
         * @description 404 also when the video exists but has no indexed comments; clients show that as no comments.
         */
        get: operations["listVideoComments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/nav/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Neighbours in playlists
         * @description One item for each playlist of the video in which at least two videos are downloaded; an empty array otherwise.
         */
        get: operations["listVideoPlaylistNav"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/video/{video_id}/progress/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save the position
         * @description Stores the position of the caller when it is above 5 seconds, and marks the video as watched for everybody when it is near the end.
         */
        post: operations["updateVideoProgress"];
        /**
         * Forget the position
         * @description Removes the saved position of the caller. Never 404.
         */
        delete: operations["deleteVideoProgress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/watched/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark watched or unwatched
         * @description One video, or all videos of a channel or playlist. Drops the caller's saved positions of the videos concerned, both when marking and when unmarking. Echoes the request.
         */
        post: operations["updateWatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List of channels
         * @description By name, ascending.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Subscribe to or unsubscribe from channels
         * @description Subscribing runs in the background (task subscribe_to), unsubscribing at once. Echoes the request body.
         */
        post: operations["updateChannelSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a channel by a name used elsewhere
         * @description Finds a channel by its id, one of its addresses or its handle. A handle that the archive does not know is looked up at the source, which takes seconds. If that is not possible, the channel is not found.
         */
        get: operations["searchChannel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{channel_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One channel */
        get: operations["getChannel"];
        put?: never;
        /**
         * Change subscription or overwrites
         * @description Both at once are possible; an empty object is accepted and does nothing. Setting index_playlists to true also starts the task index_playlists.
         */
        post: operations["updateChannel"];
        /**
         * Delete a channel
         * @description With all its media files, videos, comments, subtitles and indexed playlists. Queued downloads of the channel stay.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{channel_id}/nav/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which tabs the channel has
         * @description An unknown id gives all false, never 404.
         */
        get: operations["getChannelNav"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/channel/{channel_id}/aggs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Totals of the channel
         * @description An unknown id gives zeros, never 404.
         */
        get: operations["getChannelAggs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playlist/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List of playlists
         * @description By name, ascending.
         */
        get: operations["listPlaylists"];
        put?: never;
        /**
         * Subscribe to playlists
         * @description Runs in the background (task subscribe_to). Cannot unsubscribe: use the call of the single playlist.
         */
        post: operations["subscribePlaylists"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playlist/custom/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a custom playlist */
        post: operations["createCustomPlaylist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playlist/custom/{playlist_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, remove or move a video
         * @description Adding a video that is already in the playlist changes nothing and is no error.
         */
        post: operations["updateCustomPlaylist"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playlist/{playlist_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One playlist */
        get: operations["getPlaylist"];
        put?: never;
        /**
         * Change subscription or sort order
         * @description Not for custom playlists. A new sort order reorders the entries only at the next refresh of the playlist.
         */
        post: operations["updatePlaylist"];
        /**
         * Delete a playlist
         * @description Without delete_videos only the playlist goes and the videos stay.
         */
        delete: operations["deletePlaylist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The download queue
         * @description Items to download now first, then oldest first. Without filter both states are listed. Unknown parameters are refused.
         */
        get: operations["listDownloads"];
        put?: never;
        /**
         * Add to the queue
         * @description Runs in the background (task extract_download).
         */
        post: operations["addDownloads"];
        /** Forget all matching items */
        delete: operations["deleteDownloadsByFilter"];
        options?: never;
        head?: never;
        /**
         * Change all matching items
         * @description Applies to the whole filtered set, not to a page. `priority` also starts the task download_pending.
         */
        patch: operations["updateDownloadsByFilter"];
        trace?: never;
    };
    "/api/download/aggs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queue by channel */
        get: operations["getDownloadAggs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/download/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry what is on hold (x-own)
         * @description Contacts sites that are on hold, or tries the network, immediately instead of at the time of the next try. Only items that were on hold are started.
         */
        post: operations["retryDownloads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/download/{video_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One item of the queue */
        get: operations["getDownload"];
        put?: never;
        /**
         * Change one item
         * @description `ignore-force` works for ids that are not queued: it adds them as ignored, in the background. `priority` sets the item to pending, clears its error and starts the task download_pending. Echoes the request.
         */
        post: operations["updateDownload"];
        /**
         * Forget one item
         * @description Never 404.
         */
        delete: operations["deleteDownload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/refresh/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of refreshing
         * @description Without parameters, the progress of all requested refreshes; with `type`, of those of that kind; with `id` as well, of that item.
         */
        get: operations["getReindexState"];
        put?: never;
        /**
         * Refresh metadata
         * @description Starts the task check_reindex for the given ids. An empty object starts the regular refresh.
         */
        post: operations["startReindex"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of running tasks
         * @description Polled once a second while something runs. An empty array means that nothing runs (any more).
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/by-name/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tasks that wait, run or have ended
         * @description Newest first: tasks that wait or run, then tasks that ended. The embedded server keeps the newest 200 ended tasks for 30 days.
         */
        get: operations["listTaskResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/by-id/{task_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task */
        get: operations["getTaskResult"];
        put?: never;
        /**
         * Stop a running task
         * @description Asks the task to stop; it does so at its next step. Only update_subscribed, download_pending and extract_download can be stopped.
         */
        post: operations["sendTaskCommand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/by-name/{task_name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks of one name that wait, run or have ended */
        get: operations["listTaskResultsByName"];
        put?: never;
        /**
         * Start a task
         * @description Only tasks that take no input. A second start while one runs is accepted and ends at once.
         */
        post: operations["startTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/schedule/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All schedules
         * @description Tasks without a schedule are absent. A new server has check_reindex, thumbnail_check and version_check.
         */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/schedule/{task_name}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One schedule */
        get: operations["getSchedule"];
        put?: never;
        /**
         * Create or change a schedule
         * @description The config in the answer is the one before this change; list the schedules again.
         */
        post: operations["updateSchedule"];
        /**
         * Delete a schedule
         * @description Its config goes with it.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/notification/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notification URLs
         * @description URLs by task.
         */
        get: operations["listTaskNotifications"];
        put?: never;
        /**
         * Add a notification URL
         * @description Adding a known URL again changes nothing. The answer contains all URLs. Upstream does not validate the URL; the embedded server refuses one without a scheme, and one of a scheme other than http and https while the program apprise is not installed.
         */
        post: operations["addTaskNotification"];
        /**
         * Remove notification URLs
         * @description With a request body. Never 404.
         */
        delete: operations["deleteTaskNotification"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/notification/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification
         * @description A failed test is a 400 with the same body shape and success false.
         */
        post: operations["testTaskNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search
         * @description See docs/behaviour.md, Search, for the grammar. Not paginated.
         */
        get: operations["searchArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/video/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Video totals */
        get: operations["getVideoStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/channel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Channel totals */
        get: operations["getChannelStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/playlist/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Playlist totals
         * @description Custom playlists count as not active.
         */
        get: operations["getPlaylistStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queue totals */
        get: operations["getDownloadStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/watch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Watched and unwatched totals */
        get: operations["getWatchStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/downloadhist/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads of the last days
         * @description Covers today and the seven days before, newest first. The list begins and ends with a day that has downloads; a day between them without downloads is listed with zeros.
         */
        get: operations["getDownloadHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/biggestchannels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The ten biggest channels */
        get: operations["listBiggestChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/config/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Application settings
         * @description Readable by every account: a client loads them at start.
         */
        get: operations["getAppSettings"];
        put?: never;
        /**
         * Change application settings
         * @description Changes only the sections and keys that are sent. The answer is the whole config. Null unsets a nullable value; an empty string is refused.
         */
        post: operations["updateAppSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API token of the caller
         * @description Made on the first call.
         */
        get: operations["getApiToken"];
        put?: never;
        post?: never;
        /**
         * Revoke the API token
         * @description The next GET makes a new one.
         */
        delete: operations["revokeApiToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/cookie/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cookie state */
        get: operations["getCookieState"];
        /**
         * Store a cookie
         * @description Stores, enables and validates the cookie. An invalid cookie is removed again, and with it the cookie that was stored before. If only the site refuses the cookie, the embedded server keeps the stored one.
         */
        put: operations["updateCookie"];
        /**
         * Validate the cookie
         * @description Takes no request body. The result is kept for an hour, even if the cookie is not valid, and further calls within this hour are answered with it. For a cookie that is not valid, the answer is a 200 with status false.
         */
        post: operations["validateCookie"];
        /** Remove the cookie */
        delete: operations["revokeCookie"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/potoken/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a PO token
         * @deprecated
         * @description Sets downloads.potoken to true. Gone from present servers, which take a provider URL in downloads.pot_provider_url instead.
         */
        post: operations["updatePoToken"];
        /**
         * Remove the PO token
         * @deprecated
         * @description Sets downloads.potoken to false. Gone from present servers.
         */
        delete: operations["revokePoToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/manual-import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import files from the import folder
         * @description Replaces starting the task manual_import by name. Both keys are needed.
         */
        post: operations["startManualImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/rescan-filesystem/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match the index with the media folder
         * @description Replaces starting the task rescan_filesystem by name. Both keys are needed.
         */
        post: operations["startFilesystemRescan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/membership/token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Stored membership key */
        get: operations["getMembershipToken"];
        put?: never;
        /**
         * Store a membership key
         * @description Not checked against the platform.
         */
        post: operations["updateMembershipToken"];
        /** Forget the membership key */
        delete: operations["deleteMembershipToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/membership/profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profile on the membership platform
         * @description Requested from the platform at every call.
         */
        get: operations["getMembershipProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/membership/sync/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send subscriptions to the membership platform
         * @description Replaces the list there.
         */
        post: operations["syncMembership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/backup/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Backup files
         * @description In descending order of file names, so that the newest day comes first.
         */
        get: operations["listBackups"];
        put?: never;
        /**
         * Make a backup
         * @description Task run_backup.
         */
        post: operations["startBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/backup/{filename}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One backup
         * @description The backup's entry in the list, not its file.
         */
        get: operations["getBackup"];
        put?: never;
        /**
         * Restore a backup
         * @description Task restore_backup: empties the index first.
         */
        post: operations["restoreBackup"];
        /** Delete a backup */
        delete: operations["deleteBackup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/snapshot/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Snapshots */
        get: operations["listSnapshots"];
        put?: never;
        /**
         * Make a snapshot
         * @description Returns at once; the snapshot shows up in the list a little later.
         */
        post: operations["createSnapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/appsettings/snapshot/{snapshot_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One snapshot */
        get: operations["getSnapshot"];
        put?: never;
        /**
         * Restore a snapshot
         * @description Replaces the index. The present index is dropped first, before the snapshot is even looked up.
         */
        post: operations["restoreSnapshot"];
        /**
         * Delete a snapshot
         * @description Refused for a snapshot that is still being made, and for one that does not exist.
         */
        delete: operations["deleteSnapshot"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/schema/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This description
         * @description OpenAPI 3.1 as JSON, which YAML parsers also read. Present servers send a description generated from their code, as YAML.
         */
        get: operations["getSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description 11 character video id. Paths accept any slug (letters, digits, `-`, `_`). */
        VideoId: string;
        /** @description 24 character channel id. */
        ChannelId: string;
        /** @description A remote playlist id (13, 18, 26 or 34 characters, or `LL` / `WL`) or a custom playlist id (see CustomPlaylistId). */
        PlaylistId: string;
        /** @description `TA_playlist_` followed by a random UUID. */
        CustomPlaylistId: string;
        /**
         * Format: uuid
         * @description Id of one run of a background task. The same value is the `id` of the notifications of that run.
         */
        TaskId: string;
        /**
         * Format: date-time
         * @description ISO 8601 with offset. The archive's own dates are always UTC (`+00:00`).
         */
        IsoDateTime: string;
        /** @description Unix time in whole seconds. */
        EpochSeconds: number;
        /** @description `YYYY-MM-DD HH:MM` in the server's time zone, for display only. */
        MinuteStamp: string;
        /**
         * @description Display form of a duration: space separated parts of y, d, h, m, s, every part after the first padded to two digits. `NA` for zero or unknown.
         * @example 10m 34s
         * @example 1h 02m 05s
         * @example NA
         */
        DurationStr: string;
        /** @description Path on the same origin below the media root (`/youtube/` unless the server is configured otherwise; `/media/` is a second mount of the same files). Video paths are percent-encoded by the server, subtitle paths are not. Never built by a client, always taken from an answer. */
        MediaPath: string;
        /** @description Path on the same origin below the cache root (`/cache/` unless configured otherwise). Never built by a client, always taken from an answer. */
        CachePath: string;
        /** @description Name of the search index that contains the document, e.g. `ta_video`. Newer servers may append a version suffix (`ta_video_v2`), so compare by prefix or not at all. */
        IndexName: string;
        /** @enum {string} */
        VideoType: "videos" | "streams" | "shorts";
        /**
         * @description Type of a queued item. `unknown` can be sent but is refused as a filter value.
         * @enum {string}
         */
        QueueVideoType: "videos" | "streams" | "shorts" | "unknown";
        /** @enum {string} */
        SortField: "published" | "downloaded" | "views" | "likes" | "duration" | "mediasize" | "width" | "height";
        /** @enum {string} */
        SortOrder: "asc" | "desc";
        /** @enum {string} */
        WatchFilter: "watched" | "unwatched" | "continue";
        /**
         * @description Every background task the server knows. `resync_thumbs` exists up to v0.5.8, `resync_metadata` from v0.5.8 on.
         * @enum {string}
         */
        TaskName: "update_subscribed" | "download_pending" | "extract_download" | "check_reindex" | "manual_import" | "run_backup" | "restore_backup" | "rescan_filesystem" | "thumbnail_check" | "resync_metadata" | "resync_thumbs" | "index_playlists" | "subscribe_to" | "version_check";
        /** @description API token of the calling account. */
        ApiToken: string;
        /** @description Business error raised by a view. */
        ErrorBody: {
            error: string;
        };
        /** @description Business error of the few views that send `message` instead of `error` (search, channel bulk, membership). */
        MessageBody: {
            message: string;
        };
        /** @description Error raised by the framework: authentication, permission, CSRF, unparsable JSON, unknown row, wrong method, wrong media type. */
        DetailBody: {
            detail: string;
        };
        /** @description Messages of one field. For an object they are nested under its keys; for a list of objects, under the positions of the bad items (or, on older servers, the list itself is kept with empty objects for the good items). */
        FieldErrorValue: string | string[] | components["schemas"]["FieldErrors"] | components["schemas"]["FieldErrors"][];
        /** @description Validation errors: one key for each refused field or query parameter. Unknown keys refused by a strict object come as a plain string under `error`, at the level of that object. */
        FieldErrors: {
            [key: string]: components["schemas"]["FieldErrorValue"];
        };
        /** @description Any 400 body. There is no common key: read `message`, then `error`, then `detail`, then the first field message. */
        BadRequestBody: components["schemas"]["ErrorBody"] | components["schemas"]["MessageBody"] | components["schemas"]["DetailBody"] | components["schemas"]["FieldErrors"];
        /** @description A newer release the server knows of. */
        UpdateInfo: {
            status: boolean;
            version: string;
            is_breaking: boolean;
        };
        Ping: {
            /** @constant */
            response: "pong";
            /** @description Id of the calling account. */
            user: number;
            /** @description The TubeArchivist release whose API is implemented, with a leading `v`. Plug-ins read answers accordingly. On present servers their own release, `-unstable` on development builds. */
            version: string;
            /** @description Release of the embedded server, with a leading `v` (x-own). */
            stowaway_version?: string;
            /** @description A newer release of the server itself (of the embedded one, compare `stowaway_version`). Null while none is known; the key is always present. */
            ta_update: components["schemas"]["UpdateInfo"] | null;
        };
        LoginRequest: {
            /** @description The 150 limit is the account model's; a longer name is answered as wrong credentials, not as a validation error. */
            username: string;
            password: string;
            /**
             * @description `on`: the session lasts 365 days, `off`: 2 days.
             * @default off
             * @enum {string}
             */
            remember_me: "on" | "off";
        };
        Account: {
            id: number;
            name: string;
            is_superuser: boolean;
            /** @description Whether the account may make the calls for staff. Present servers also allow members of the group named `admin`, and refuse a superuser without this flag. The embedded server allows every superuser. */
            is_staff: boolean;
            /** @description Ids of groups. */
            groups: number[];
            /** @description Ids of permissions. */
            user_permissions: number[];
            /**
             * Format: date-time
             * @description ISO 8601 in the server's time zone. Null for an account that never logged in with a password.
             */
            last_login: string | null;
        };
        /** @description Settings of the calling account, always sent whole. */
        UserConfig: {
            /**
             * @description The theme's name with `.css`.
             * @enum {string}
             */
            stylesheet: "dark.css" | "light.css" | "matrix.css" | "midnight.css" | "custom.css";
            /** @description Page size of every paginated list. Default 25 (12 up to v0.5.8). Present servers accept 0 and negative values and then fail on every list, so 1 is the minimum to send. */
            page_size: number;
            sort_by: components["schemas"]["SortField"];
            sort_order: components["schemas"]["SortOrder"];
            /**
             * @description Style of every list of videos, not only on the home page.
             * @enum {string}
             */
            view_style_home: "grid" | "list" | "table";
            /** @enum {string} */
            view_style_channel: "grid" | "list";
            /** @enum {string} */
            view_style_downloads: "grid" | "list";
            /** @enum {string} */
            view_style_playlist: "grid" | "list";
            /** @description Null for all types. */
            vid_type_filter: components["schemas"]["VideoType"] | null;
            grid_items: number;
            /** @description Watched filter. Null shows all videos, true only watched ones, false only unwatched ones. Despite the name, true does not hide watched videos. If the server also sends hide_watched_channel and hide_watched_playlist, this filter applies to the home page only. */
            hide_watched: boolean | null;
            /** @description As hide_watched, for the lists of a channel. */
            hide_watched_channel?: boolean | null;
            /** @description As hide_watched, for the list of a playlist. */
            hide_watched_playlist?: boolean | null;
            /** @enum {string} */
            file_size_unit: "binary" | "metric";
            show_ignored_only: boolean;
            /** @description Filter of the list of channels. Null shows all, true only subscribed ones, false only the others. */
            show_subed_only: boolean | null;
            /** @description The same for the list of playlists. */
            show_subed_only_playlists: boolean | null;
            show_help_text: boolean;
        };
        /** @description Any subset of UserConfig. Unknown keys are ignored. */
        UserConfigPatch: {
            stylesheet?: components["schemas"]["UserConfig"]["stylesheet"];
            page_size?: number;
            sort_by?: components["schemas"]["UserConfig"]["sort_by"];
            sort_order?: components["schemas"]["UserConfig"]["sort_order"];
            view_style_home?: components["schemas"]["UserConfig"]["view_style_home"];
            view_style_channel?: components["schemas"]["UserConfig"]["view_style_channel"];
            view_style_downloads?: components["schemas"]["UserConfig"]["view_style_downloads"];
            view_style_playlist?: components["schemas"]["UserConfig"]["view_style_playlist"];
            vid_type_filter?: components["schemas"]["UserConfig"]["vid_type_filter"];
            grid_items?: components["schemas"]["UserConfig"]["grid_items"];
            hide_watched?: components["schemas"]["UserConfig"]["hide_watched"];
            hide_watched_channel?: components["schemas"]["UserConfig"]["hide_watched_channel"];
            hide_watched_playlist?: components["schemas"]["UserConfig"]["hide_watched_playlist"];
            file_size_unit?: components["schemas"]["UserConfig"]["file_size_unit"];
            show_ignored_only?: components["schemas"]["UserConfig"]["show_ignored_only"];
            show_subed_only?: components["schemas"]["UserConfig"]["show_subed_only"];
            show_subed_only_playlists?: components["schemas"]["UserConfig"]["show_subed_only_playlists"];
            show_help_text?: components["schemas"]["UserConfig"]["show_help_text"];
        };
        /** @description Paging of a list. Pages count from 1; page 0 is an alias of page 1. */
        Pagination: {
            /** @description The caller's page_size setting. */
            page_size: number;
            /** @description Offset of the first item. */
            page_from: number;
            /** @description Null on page 0 and 1. Else up to five page numbers before the current one, ascending, page 1 never among them (so an empty array on page 2). */
            prev_pages: number[] | null;
            /** @description The requested page; 0 when no page was requested. Page 0 and page 1 contain the same items. */
            current_page: number;
            /** @description True when the count reached 10000, the most the search engine counts and serves. */
            max_hits: boolean;
            /** @description The request's query string without `page`, URL-encoded; empty string for none. */
            params: string;
            /** @description Number of the last page; 0 when there is nothing to jump to, that is when the current page is the last one (or beyond) or there is only one page. With max_hits it is one less than the true last page. Sent as a number, never as false. */
            last_page: number;
            /** @description Up to five page numbers after the current one, ascending, without the last page itself. On page 0 it counts from 0 and drops page 1, so it contains at most four numbers (2 to 5), on page 1 up to five (2 to 6). */
            next_pages: number[];
            /** @description Number of matches, capped at 10000. */
            total_hits: number;
        };
        /** @description Per-channel settings; null means not overwritten. If a serialised answer contains them, all seven keys are present. */
        ChannelOverwrites: {
            download_format: string | null;
            autodelete_days: number | null;
            index_playlists: boolean | null;
            integrate_sponsorblock: boolean | null;
            subscriptions_channel_size: number | null;
            subscriptions_live_channel_size: number | null;
            subscriptions_shorts_channel_size: number | null;
        };
        /** @description Keys to set. Null removes the overwrite. An unknown key refuses the whole request. */
        ChannelOverwritesPatch: {
            download_format?: components["schemas"]["ChannelOverwrites"]["download_format"];
            autodelete_days?: components["schemas"]["ChannelOverwrites"]["autodelete_days"];
            index_playlists?: components["schemas"]["ChannelOverwrites"]["index_playlists"];
            integrate_sponsorblock?: components["schemas"]["ChannelOverwrites"]["integrate_sponsorblock"];
            subscriptions_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_channel_size"];
            subscriptions_live_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_live_channel_size"];
            subscriptions_shorts_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_shorts_channel_size"];
        };
        /** @description A channel as it is embedded in a video: the copy made when the channel was last synced to its videos, without `_index` and `_score`. */
        ChannelEmbedded: {
            channel_id: components["schemas"]["ChannelId"];
            /** @description False once the channel is gone at its source. */
            channel_active: boolean;
            /** @description Cache path of the banner, null when there is none. */
            channel_banner_url: string | null;
            /** @description Cache path of the icon, null when there is none. */
            channel_thumb_url: string | null;
            /** @description Cache path of the wide art, null when there is none. */
            channel_tvart_url: string | null;
            channel_description: string | null;
            channel_last_refresh: components["schemas"]["IsoDateTime"];
            channel_name: string;
            /** @description Absent while nothing was ever overwritten. */
            channel_overwrites?: components["schemas"]["ChannelOverwrites"];
            channel_subs: number;
            channel_subscribed: boolean;
            /** @description Absent for some old documents. */
            channel_tags?: string[];
            /** @description Which kinds of videos the channel has at its source. */
            channel_tabs: components["schemas"]["VideoType"][];
            /** @description Older servers only. */
            channel_views?: number;
        };
        /** @description A channel as the channel calls send it. */
        Channel: {
            /** @description Where it came from (x-own). */
            source_url?: string;
            /** @description Videos of the channel in the archive (x-own). */
            video_count?: number;
            channel_id: components["schemas"]["ChannelId"];
            /** @description False once the channel is gone at its source. */
            channel_active: boolean;
            /** @description Cache path of the banner, null when there is none. */
            channel_banner_url: string | null;
            /** @description Cache path of the icon, null when there is none. */
            channel_thumb_url: string | null;
            /** @description Cache path of the wide art, null when there is none. */
            channel_tvart_url: string | null;
            channel_description: string | null;
            channel_last_refresh: components["schemas"]["IsoDateTime"];
            channel_name: string;
            /** @description Absent while nothing was ever overwritten. */
            channel_overwrites?: components["schemas"]["ChannelOverwrites"];
            channel_subs: number;
            channel_subscribed: boolean;
            /** @description Absent for some old documents. */
            channel_tags?: string[];
            /** @description Which kinds of videos the channel has at its source. */
            channel_tabs: components["schemas"]["VideoType"][];
            /** @description Older servers only. */
            channel_views?: number;
            _index: components["schemas"]["IndexName"];
            /** @description 0 outside of search; sent as an integer by the channel calls. */
            _score: number;
        };
        /** @description ChannelEmbedded of a video in search results: as stored, so optional keys may be missing. */
        ChannelEmbeddedHit: {
            channel_id: components["schemas"]["ChannelId"];
            /** @description False once the channel is gone at its source. */
            channel_active: boolean;
            /** @description Cache path of the banner, null when there is none. */
            channel_banner_url: string | null;
            /** @description Cache path of the icon, null when there is none. */
            channel_thumb_url: string | null;
            /** @description Cache path of the wide art, null when there is none. */
            channel_tvart_url: string | null;
            channel_description: string | null;
            channel_last_refresh: components["schemas"]["IsoDateTime"];
            channel_name: string;
            /** @description As stored: only the keys that were overwritten. */
            channel_overwrites?: {
                download_format?: components["schemas"]["ChannelOverwrites"]["download_format"];
                autodelete_days?: components["schemas"]["ChannelOverwrites"]["autodelete_days"];
                index_playlists?: components["schemas"]["ChannelOverwrites"]["index_playlists"];
                integrate_sponsorblock?: components["schemas"]["ChannelOverwrites"]["integrate_sponsorblock"];
                subscriptions_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_channel_size"];
                subscriptions_live_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_live_channel_size"];
                subscriptions_shorts_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_shorts_channel_size"];
            };
            channel_subs: number;
            channel_subscribed: boolean;
            /** @description Absent for some old documents. */
            channel_tags?: string[];
            /** @description Which kinds of videos the channel has at its source. */
            channel_tabs?: components["schemas"]["VideoType"][];
            /** @description Older servers only. */
            channel_views?: number;
        };
        /** @description A channel in search results: the stored document, not passed through the serialiser, so optional keys may be missing and unlisted ones may appear. */
        ChannelHit: {
            channel_id: components["schemas"]["ChannelId"];
            /** @description False once the channel is gone at its source. */
            channel_active: boolean;
            /** @description Cache path of the banner, null when there is none. */
            channel_banner_url: string | null;
            /** @description Cache path of the icon, null when there is none. */
            channel_thumb_url: string | null;
            /** @description Cache path of the wide art, null when there is none. */
            channel_tvart_url: string | null;
            channel_description: string | null;
            channel_last_refresh: components["schemas"]["IsoDateTime"];
            channel_name: string;
            /** @description As stored: only the keys that were overwritten. */
            channel_overwrites?: {
                download_format?: components["schemas"]["ChannelOverwrites"]["download_format"];
                autodelete_days?: components["schemas"]["ChannelOverwrites"]["autodelete_days"];
                index_playlists?: components["schemas"]["ChannelOverwrites"]["index_playlists"];
                integrate_sponsorblock?: components["schemas"]["ChannelOverwrites"]["integrate_sponsorblock"];
                subscriptions_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_channel_size"];
                subscriptions_live_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_live_channel_size"];
                subscriptions_shorts_channel_size?: components["schemas"]["ChannelOverwrites"]["subscriptions_shorts_channel_size"];
            };
            channel_subs: number;
            channel_subscribed: boolean;
            /** @description Absent for some old documents. */
            channel_tags?: string[];
            /** @description Which kinds of videos the channel has at its source. */
            channel_tabs?: components["schemas"]["VideoType"][];
            /** @description Older servers only. */
            channel_views?: number;
            _index: components["schemas"]["IndexName"];
            /** @description 0 outside of search; sent as an integer by the channel calls. */
            _score: number;
        };
        ChannelList: {
            data: components["schemas"]["Channel"][];
            paginate: components["schemas"]["Pagination"];
        };
        /** @description One or both. */
        ChannelUpdate: {
            channel_subscribed?: boolean;
            channel_overwrites?: components["schemas"]["ChannelOverwritesPatch"];
        };
        /** @description Echo of the request, not the stored state: keys of channel_overwrites that were not sent are null here even when the channel has them set. Fetch the channel again. */
        ChannelUpdateEcho: {
            channel_subscribed?: boolean;
            channel_overwrites?: components["schemas"]["ChannelOverwrites"];
        };
        ChannelBulk: {
            data: {
                /** @description A channel id; when subscribing also a channel URL, an @handle or a video id/URL. */
                channel_id: string;
                channel_subscribed: boolean;
            }[];
        };
        AggValue: {
            value: number;
        };
        AggDuration: {
            /** @description Seconds. */
            value: number;
            value_str: components["schemas"]["DurationStr"];
        };
        ChannelAggs: {
            total_items: components["schemas"]["AggValue"];
            /** @description Bytes. */
            total_size: components["schemas"]["AggValue"];
            total_duration: components["schemas"]["AggDuration"];
        };
        ChannelNav: {
            has_pending: boolean;
            has_ignored: boolean;
            has_playlists: boolean;
            has_videos: boolean;
            has_streams: boolean;
            has_shorts: boolean;
        };
        Player: {
            /** @description Shared by all accounts of the server, unlike progress. */
            watched: boolean;
            /** @description When it was last marked. Absent if never; kept when a video is marked unwatched again. */
            watched_date?: components["schemas"]["EpochSeconds"];
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            /** @description Percent of the duration, 0 to 100, of the calling account. Absent without a saved position and in search, similar, nav and progress answers. */
            progress?: number;
            /** @description Saved position of the calling account, seconds. Absent together with progress. */
            position?: number;
        };
        /** @description Player state after a progress update. position is the position sent, even when it was too small to be stored. */
        ProgressAnswer: {
            /** @description Shared by all accounts of the server, unlike progress. */
            watched: boolean;
            /** @description When it was last marked. Absent if never; kept when a video is marked unwatched again. */
            watched_date?: components["schemas"]["EpochSeconds"];
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            /** @description Saved position of the calling account, seconds. Absent together with progress. */
            position: number;
        };
        ProgressUpdate: {
            /**
             * @description Seconds. A string that reads as a number is accepted.
             * @default 0
             */
            position: number;
        };
        SponsorSegment: {
            /** @description `skip` for segments a player should skip (category `sponsor`), `none` for all others. */
            actionType: string;
            videoDuration: number;
            /** @description Start and end, seconds. */
            segment: number[];
            votes: number;
            /** @description sponsor, selfpromo, interaction, intro, outro, preview, music_offtopic, poi_highlight or filler. */
            category: string;
            UUID: string;
            /** @description 0 or 1. */
            locked: number;
        };
        SponsorBlock: {
            is_enabled: boolean;
            last_refresh: components["schemas"]["EpochSeconds"];
            /** @description Absent when SponsorBlock had no segments. */
            has_unlocked?: boolean;
            segments: components["schemas"]["SponsorSegment"][];
        };
        VideoStats: {
            like_count: number;
            average_rating: number;
            view_count: number;
            dislike_count: number;
        };
        Stream: {
            /** @description Bits per second. */
            bitrate: number;
            codec: string;
            /** @description Pixels, video streams only. */
            height?: number;
            index: number;
            /** @enum {string} */
            type: "video" | "audio";
            /** @description Pixels, video streams only. */
            width?: number;
        };
        Subtitle: {
            /**
             * @description Format at the source; the file at media_url is always WebVTT.
             * @enum {string}
             */
            ext: "json3" | "vtt";
            lang: string;
            media_url: components["schemas"]["MediaPath"];
            name: string;
            /**
             * @description `file` for subtitles of a manual import.
             * @enum {string}
             */
            source: "user" | "auto" | "file";
            /** @description Address at the source, null for `file`. Expires soon after the download; clients do not use it. */
            url: string | null;
        };
        Chapter: {
            title: string;
            /** @description Seconds. */
            start_time: number;
        };
        /** @description A video as the video calls send it. */
        Video: {
            /** @description False once the video is gone at its source. */
            active: boolean;
            category: string[];
            channel: components["schemas"]["ChannelEmbedded"];
            /** @description Null when comments were never indexed. */
            comment_count: number | null;
            date_downloaded: components["schemas"]["EpochSeconds"];
            description: string | null;
            /** @description Bytes. */
            media_size: number;
            media_url: components["schemas"]["MediaPath"];
            /** @description Where the video came from (x-own). */
            source_url?: string;
            /** @description When the archive first did not find the file, ISO 8601 (x-own). Absent while the file is found. */
            missing_since?: string;
            /** @description Path of an HLS master playlist; sent by the embedded server only (x-own). */
            hls_url?: string;
            /** @description Chapters in the file's own data, in ascending order; absent if there are none (x-own). */
            chapters?: components["schemas"]["Chapter"][];
            player: components["schemas"]["Player"];
            /** @description Ids of the indexed playlists that contain the video; empty for none. */
            playlist: components["schemas"]["PlaylistId"][];
            published: components["schemas"]["IsoDateTime"];
            /** @description Null when the integration was off at the last refresh. */
            sponsorblock: components["schemas"]["SponsorBlock"] | null;
            stats: components["schemas"]["VideoStats"];
            streams: components["schemas"]["Stream"][];
            /** @description Empty for none. */
            subtitles: components["schemas"]["Subtitle"][];
            tags: string[];
            title: string;
            vid_last_refresh: components["schemas"]["IsoDateTime"];
            vid_thumb_url: components["schemas"]["CachePath"];
            vid_type: components["schemas"]["VideoType"];
            youtube_id: components["schemas"]["VideoId"];
            _index: components["schemas"]["IndexName"];
            /** @description 0 when the list is sorted and for single documents; a relevance otherwise. */
            _score: number;
        };
        /** @description A video in search results: the stored document, not passed through the serialiser. comment_count and sponsorblock may be missing, player never has progress, unlisted keys may appear. */
        VideoHit: {
            /** @description False once the video is gone at its source. */
            active: boolean;
            category: string[];
            channel: components["schemas"]["ChannelEmbeddedHit"];
            /** @description Null when comments were never indexed. */
            comment_count?: number | null;
            date_downloaded: components["schemas"]["EpochSeconds"];
            description: string | null;
            /** @description Bytes. */
            media_size: number;
            media_url: components["schemas"]["MediaPath"];
            player: components["schemas"]["Player"];
            /** @description Ids of the indexed playlists that contain the video; empty for none. */
            playlist: components["schemas"]["PlaylistId"][];
            published: components["schemas"]["IsoDateTime"];
            /** @description Null when the integration was off at the last refresh. */
            sponsorblock?: components["schemas"]["SponsorBlock"] | null;
            stats: components["schemas"]["VideoStats"];
            streams: components["schemas"]["Stream"][];
            /** @description Empty for none. */
            subtitles: components["schemas"]["Subtitle"][];
            tags: string[];
            title: string;
            vid_last_refresh: components["schemas"]["IsoDateTime"];
            vid_thumb_url: components["schemas"]["CachePath"];
            vid_type: components["schemas"]["VideoType"];
            youtube_id: components["schemas"]["VideoId"];
            _index: components["schemas"]["IndexName"];
            /** @description 0 when the list is sorted and for single documents; a relevance otherwise. */
            _score: number;
        };
        VideoList: {
            data: components["schemas"]["Video"][];
            paginate: components["schemas"]["Pagination"];
        };
        /** @description A bare empty array, without data and paginate. Sent for `watch=continue` when the caller has no video in progress. */
        EmptyVideoList: Record<string, never>[];
        WatchedRequest: {
            /** @description A video id, a channel id or a playlist id; its length decides which (11, 24, else playlist). */
            id: string;
            is_watched: boolean;
        };
        /** @description A place where an account is signed in (x-own). */
        Device: {
            /** @description Identifies the session in this list; grants no access. */
            id: string;
            /** @description Browser and system, as the device describes itself. */
            name: string;
            /** @description Whether this is the session of the request. */
            is_this: boolean;
            /** Format: date-time */
            last_used: string;
            /** Format: date-time */
            signed_in: string;
        };
        /** @description SHA-256 of every window of a media file (x-own). */
        MediaDigests: {
            /** @description ETag of the media file that the hashes belong to, with its quotes. */
            validator: string;
            total_bytes: number;
            /** @description The last window is shorter. */
            window_bytes: number;
            /** @description One hash for each window, in order. */
            sha256: string[];
        };
        /** @description comment_replies is always present in top level comments. */
        Comment: {
            comment_author: string;
            comment_author_id: string | null;
            comment_author_is_uploader: boolean;
            comment_author_thumbnail: string | null;
            comment_id: string;
            comment_is_favorited: boolean;
            /** @description Null when the source gave none. */
            comment_likecount: number | null;
            /** @description `root` for a top level comment, else the comment_id of the parent. */
            comment_parent: string;
            comment_text: string;
            /** @description Display date, UTC: `YYYY-MM-DD`, with ` HH:MM` unless the time is midnight. */
            comment_time_text: string;
            comment_timestamp: components["schemas"]["EpochSeconds"];
            /** @description Direct replies, nested to any depth; empty for none. Up to v0.5.8 one level only, and replies lack this key. */
            comment_replies?: components["schemas"]["Comment"][];
        };
        PlaylistEntry: {
            youtube_id: components["schemas"]["VideoId"];
            title: string;
            uploader: string | null;
            idx: number;
            /** @description True when the video is in the archive. */
            downloaded: boolean;
        };
        /** @description A playlist as GET sends it. */
        Playlist: {
            /** @description Where it came from (x-own). */
            source_url?: string;
            /** @description False once gone at the source. Always false for custom playlists. */
            playlist_active: boolean;
            /** @description Null for custom playlists. */
            playlist_channel: string | null;
            /** @description Null for custom playlists. */
            playlist_channel_id: string | null;
            /** @description Null or the literal string `False` mean no description. New custom playlists still get `False`. */
            playlist_description: string | null;
            playlist_entries: components["schemas"]["PlaylistEntry"][];
            playlist_id: components["schemas"]["PlaylistId"];
            playlist_last_refresh: components["schemas"]["IsoDateTime"];
            playlist_name: string;
            playlist_subscribed: boolean;
            /**
             * @description Which end of the source playlist comes first.
             * @enum {string}
             */
            playlist_sort_order: "top" | "bottom";
            playlist_thumbnail: components["schemas"]["CachePath"];
            /** @enum {string} */
            playlist_type: "regular" | "custom";
            _index: components["schemas"]["IndexName"];
            /** @description 0 outside of search; sent as an integer by the playlist calls. */
            _score: number;
        };
        /** @description A playlist in search results: the stored document, not passed through the serialiser. */
        PlaylistHit: {
            /** @description False once gone at the source. Always false for custom playlists. */
            playlist_active: boolean;
            /** @description Null for custom playlists. */
            playlist_channel: string | null;
            /** @description Null for custom playlists. */
            playlist_channel_id: string | null;
            /** @description As stored: the boolean false (not a string) for a custom playlist made since the server last started; null when there is none. */
            playlist_description: string | null | boolean;
            playlist_entries: components["schemas"]["PlaylistEntry"][];
            playlist_id: components["schemas"]["PlaylistId"];
            playlist_last_refresh: components["schemas"]["IsoDateTime"];
            playlist_name: string;
            playlist_subscribed: boolean;
            /**
             * @description Which end of the source playlist comes first.
             * @enum {string}
             */
            playlist_sort_order?: "top" | "bottom";
            playlist_thumbnail: components["schemas"]["CachePath"];
            /** @enum {string} */
            playlist_type: "regular" | "custom";
            _index: components["schemas"]["IndexName"];
            /** @description 0 outside of search; sent as an integer by the playlist calls. */
            _score: number;
        };
        /** @description A playlist as the writing calls return it: the stored document without the conversions of GET, and without `_index` and `_score`. */
        PlaylistStored: {
            /** @description False once gone at the source. Always false for custom playlists. */
            playlist_active: boolean;
            /** @description Null for custom playlists. */
            playlist_channel: string | null;
            /** @description Null for custom playlists. */
            playlist_channel_id: string | null;
            /** @description Null or the literal string `False` mean no description. New custom playlists still get `False`. */
            playlist_description: string | null;
            playlist_entries: components["schemas"]["PlaylistEntry"][];
            playlist_id: components["schemas"]["PlaylistId"];
            /** @description Unix seconds written as a string, unlike GET. */
            playlist_last_refresh: string;
            playlist_name: string;
            playlist_subscribed: boolean;
            /**
             * @description Which end of the source playlist comes first.
             * @enum {string}
             */
            playlist_sort_order: "top" | "bottom";
            /** @description What is stored, unlike GET: a remote URL, a path relative to the cache root (custom playlists) or the literal string `False`. Not usable as an image source; fetch the playlist again. */
            playlist_thumbnail: string;
            /** @enum {string} */
            playlist_type: "regular" | "custom";
        };
        /** @description PlaylistStored of a custom playlist. */
        CustomPlaylistStored: components["schemas"]["PlaylistStored"] & {
            playlist_id: components["schemas"]["CustomPlaylistId"];
            /** @constant */
            playlist_type: "custom";
        };
        PlaylistList: {
            data: components["schemas"]["Playlist"][];
            paginate: components["schemas"]["Pagination"];
        };
        /** @description At least one of the two; both are applied when both are sent. */
        PlaylistUpdate: {
            playlist_subscribed?: boolean;
            /** @enum {string} */
            playlist_sort_order?: "top" | "bottom";
        };
        PlaylistBulk: {
            data: {
                /** @description A playlist id or URL. */
                playlist_id: string;
                /**
                 * @description Only true is accepted: this call cannot unsubscribe.
                 * @constant
                 */
                playlist_subscribed: true;
            }[];
        };
        CustomPlaylistCreate: {
            /** @description Trimmed by the server; blank is refused. */
            playlist_name: string;
        };
        CustomPlaylistAction: {
            /**
             * @description `create` adds the video.
             * @enum {string}
             */
            action: "create" | "remove" | "up" | "down" | "top" | "bottom";
            video_id: string;
        };
        PlaylistNavVideo: {
            youtube_id: components["schemas"]["VideoId"];
            title: string;
            uploader: string | null;
            idx: number;
            /** @description Always true here. */
            downloaded: boolean;
            vid_thumb: components["schemas"]["CachePath"];
        };
        PlaylistNavMeta: {
            /** @description Index of the video in the whole playlist, counting entries that are not downloaded. */
            current_idx: number;
            playlist_id: components["schemas"]["PlaylistId"];
            playlist_name: string;
            /** @description Null for custom playlists. */
            playlist_channel: string | null;
        };
        /** @description Neighbours of a video among the downloaded videos of one playlist. */
        PlaylistNav: {
            playlist_meta: components["schemas"]["PlaylistNavMeta"];
            playlist_previous: components["schemas"]["PlaylistNavVideo"] | null;
            playlist_next: components["schemas"]["PlaylistNavVideo"] | null;
        };
        DownloadItem: {
            /** @description True once the item was set to download now. */
            auto_start: boolean;
            channel_id: string;
            /** @description Whether the channel page exists. */
            channel_indexed: boolean;
            channel_name: string;
            duration: components["schemas"]["DurationStr"];
            /** @description Error of the last try. Absent if there never was one, null after it was cleared. */
            message?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 (UTC) or null.
             */
            published: string | null;
            /** @enum {string} */
            status: "pending" | "ignore";
            /** @description When it was added, Unix seconds. */
            timestamp: number | null;
            title: string;
            vid_thumb_url: string | null;
            vid_type: components["schemas"]["QueueVideoType"];
            youtube_id: components["schemas"]["VideoId"];
            /** @description yt-dlp's own messages in the last try, first its error, then its warnings; only if there is a message (x-own). */
            details?: string[];
            running?: components["schemas"]["RunningDownload"];
            _index: components["schemas"]["IndexName"];
            _score: number;
        };
        /** @description The progress of a download; only while it runs (x-own). */
        RunningDownload: {
            youtube_id: components["schemas"]["VideoId"];
            /** @description 0 also means unknown. */
            share: number;
            bytes_per_second: number | null;
            seconds_left: number | null;
        };
        /** @description A site that is on hold, or the whole network; its items do not change (x-own). */
        DownloadHold: {
            /** @description Host; null means the whole network. */
            site: string | null;
            /** @enum {string} */
            kind: "network-away" | "unreachable" | "timed-out" | "rate-limited" | "bot-check" | "sign-in-site" | "blocked" | "failing";
            /** @description The reason, to be shown unchanged. */
            message: string;
            /** @description What to do, to be shown unchanged. */
            advice: string;
            /** Format: date-time */
            since: string;
            /**
             * Format: date-time
             * @description A time in the past means that the site is being tried now.
             */
            next_try_at: string;
            /** @description yt-dlp's own messages and warnings. */
            details: string[];
        };
        DownloadWarning: {
            /** @description Title of the video that the warning is about. */
            title: string;
            message: string;
        };
        DownloadList: {
            data: components["schemas"]["DownloadItem"][];
            paginate: components["schemas"]["Pagination"];
            downloader?: components["schemas"]["Downloader"];
        };
        /** @description The state of yt-dlp and of the sites on hold, sent by the embedded server only (x-own). */
        Downloader: {
            /** @description False if yt-dlp is missing, too old, or does not run; nothing can be added or downloaded then. */
            is_ready: boolean;
            /** @description Version of yt-dlp; null if it is unknown. */
            version: string | null;
            /** @description What is wrong and what to do, to be shown unchanged. Only if yt-dlp is not ready. */
            message?: string;
            /** @description Sites on hold; absent if there are none. */
            holds?: components["schemas"]["DownloadHold"][];
            /** @description Warnings of the last run; absent if there are none. */
            warnings?: components["schemas"]["DownloadWarning"][];
        };
        DownloadAdd: {
            data: {
                /** @description Video, channel or playlist id or URL, or an @handle; several may be given in one string, separated by white space. */
                youtube_id: string;
                /**
                 * @description Only `pending` items are queued; `ignore-force` is accepted and silently dropped here.
                 * @enum {string}
                 */
                status: "pending" | "ignore-force";
            }[];
        };
        DownloadItemStatus: {
            /** @enum {string} */
            status: "pending" | "ignore" | "ignore-force" | "priority";
        };
        DownloadBulkStatus: {
            /** @enum {string} */
            status: "pending" | "ignore" | "priority" | "clear_error";
        };
        DownloadAggBucket: {
            /** @description Channel name in lower case, then channel id. */
            key: string[];
            /** @description Both joined by `|`. */
            key_as_string: string;
            doc_count: number;
        };
        DownloadAggs: {
            doc_count_error_upper_bound: number;
            sum_other_doc_count: number;
            /** @description At most 30 channels, largest first. */
            buckets: components["schemas"]["DownloadAggBucket"][];
        };
        /** @description A background task was queued. */
        TaskStarted: {
            message: string;
            task_id: components["schemas"]["TaskId"];
        };
        RestoreStarted: {
            message: string;
            filename: string;
            task_id: components["schemas"]["TaskId"];
        };
        /** @description A background task was queued by its name. */
        TaskQueued: {
            task_id: components["schemas"]["TaskId"];
            /**
             * @description Practically always PENDING.
             * @enum {string}
             */
            status: "PENDING" | "STARTED" | "SUCCESS" | "FAILURE" | "RETRY" | "REVOKED";
        };
        TaskResult: {
            task_id: components["schemas"]["TaskId"];
            /** @description One of TaskName; the embedded server has further names. */
            name: string;
            /** @enum {string} */
            status: "PENDING" | "STARTED" | "SUCCESS" | "FAILURE" | "RETRY" | "REVOKED";
            /** @description The result as a text; null before the task has ended. */
            result: string | null;
            /** @description Always null on the embedded server. */
            traceback: string | null;
            /**
             * Format: date-time
             * @description Null before the task has ended (present servers: `False`).
             */
            date_done: string | null;
        };
        RefreshState: {
            /** @description `running` or `empty`; for one id `running`, `queued` or false. */
            state: ("running" | "queued" | "empty") | false;
            /** @description Number of requested refreshes that are not done. */
            total_queued: number;
        };
        TaskCommand: {
            /**
             * @description The browser client only sends `stop`.
             * @enum {string}
             */
            command: "stop" | "kill";
        };
        /** @description Ids by type. Unknown keys are ignored. */
        RefreshRequest: {
            video?: string[];
            channel?: string[];
            playlist?: string[];
        };
        Notification: {
            /** @description Task id (UUID): use it for the stop command and as a list key. */
            id: string;
            title: string;
            /** @description `area:action`, e.g. `download:run`. */
            group: string;
            api_start: boolean;
            /** @description Whether the stop command is accepted. */
            api_stop: boolean;
            /** @enum {string} */
            level: "info" | "error";
            messages: string[];
            /** @description 0 to 1; 0 also stands for unknown. Absent in the first and the last message of a task. */
            progress?: number;
            /**
             * @description STOP once a stop was requested. Absent until the task has registered itself.
             * @enum {string|null}
             */
            command?: "STOP" | "KILL" | null;
            download?: components["schemas"]["RunningDownload"];
        };
        Schedule: {
            name: components["schemas"]["TaskName"];
            /** @description `minute hour day-of-week`. */
            schedule: string;
            /** @description English description, for display only. */
            schedule_human: string;
            /**
             * Format: date-time
             * @description When it runs next, UTC (x-own).
             */
            next_run_at?: string;
            /** Format: date-time */
            last_run_at: string | null;
            /** @description Empty object for tasks without settings. Values are stored as sent, unvalidated. */
            config: {
                /** @description check_reindex: refresh documents older than this many days. */
                days?: number;
                /** @description run_backup: how many automatic backups to keep, 0 keeps all. */
                rotate?: number;
            };
        };
        /** @description At least one of the two, not empty. */
        ScheduleUpdate: {
            /** @description Three cron fields (minute, hour, day of week; the minute must be a plain number) or `auto` for the task's default. */
            schedule?: string;
            /** @description Merged into the stored config; only days for check_reindex and rotate for run_backup. */
            config?: {
                days?: number;
                rotate?: number;
            };
        };
        TaskNotificationItem: {
            urls: string[];
            /** @description Title of the task. */
            title: string;
        };
        /** @description Notification URLs by task name; tasks without any are absent. The browser client uses check_reindex, download_pending, extract_download and update_subscribed. */
        TaskNotifications: {
            [key: string]: components["schemas"]["TaskNotificationItem"];
        };
        TaskNotificationAdd: {
            task_name: components["schemas"]["TaskName"];
            url: string;
        };
        TaskNotificationRemove: {
            task_name: components["schemas"]["TaskName"];
            /** @description Without it all URLs of the task are removed. */
            url?: string;
        };
        NotificationTest: {
            task_name?: components["schemas"]["TaskName"];
            url: string;
        };
        NotificationTestResult: {
            success: boolean;
            message: string;
        };
        FulltextHit: {
            subtitle_index: number;
            /** @description The matching passage. Matches are wrapped in `<span class="settings-current">` … `</span>`; the rest is not HTML-escaped, so it must be escaped or sanitised before display. */
            subtitle_line: string;
            subtitle_start: string;
            subtitle_end: string;
            /** @description `{video id}-{language}-{index}`. */
            subtitle_fragment_id: string;
            subtitle_channel: string;
            subtitle_channel_id: components["schemas"]["ChannelId"];
            subtitle_lang: string;
            subtitle_last_refresh: components["schemas"]["EpochSeconds"];
            /** @enum {string} */
            subtitle_source: "user" | "auto";
            title: string;
            youtube_id: components["schemas"]["VideoId"];
            vid_thumb_url: components["schemas"]["CachePath"];
            _index: components["schemas"]["IndexName"];
            _score: number;
        };
        SearchResults: {
            /** @description The four lists together contain at most 30 hits, best first. */
            results: {
                video_results: components["schemas"]["VideoHit"][];
                channel_results: components["schemas"]["ChannelHit"][];
                playlist_results: components["schemas"]["PlaylistHit"][];
                fulltext_results: components["schemas"]["FulltextHit"][];
            };
            /** @enum {string} */
            queryType: "simple" | "video" | "channel" | "playlist" | "full";
        };
        VideoStatsItem: {
            doc_count: number;
            /** @description Bytes. */
            media_size: number;
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
        };
        StatsVideo: {
            doc_count: number;
            /** @description Bytes. */
            media_size: number;
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            /** @description Null when there is no such video. */
            type_videos: components["schemas"]["VideoStatsItem"] | null;
            /** @description Null when there is no such video. */
            type_shorts: components["schemas"]["VideoStatsItem"] | null;
            /** @description Null when there is no such video. */
            type_streams: components["schemas"]["VideoStatsItem"] | null;
            /** @description Null when there is no such video. */
            active_true: components["schemas"]["VideoStatsItem"] | null;
            /** @description Null when there is no such video. */
            active_false: components["schemas"]["VideoStatsItem"] | null;
        };
        StatsChannel: {
            doc_count: number | null;
            /** @description Null stands for zero. */
            active_true: number | null;
            /** @description Null stands for zero. */
            active_false: number | null;
            /** @description Null stands for zero. */
            subscribed_true: number | null;
            /** @description Null stands for zero. */
            subscribed_false: number | null;
        };
        StatsPlaylist: {
            doc_count: number | null;
            /** @description Null stands for zero. */
            active_true: number | null;
            /** @description Null stands for zero. */
            active_false: number | null;
            /** @description Null stands for zero. */
            subscribed_false: number | null;
            /** @description Null stands for zero. */
            subscribed_true: number | null;
        };
        StatsDownload: {
            /** @description Null stands for zero. */
            pending: number | null;
            /** @description Null stands for zero. */
            ignore: number | null;
            /** @description Null stands for zero. */
            pending_videos: number | null;
            /** @description Null stands for zero. */
            pending_shorts: number | null;
            /** @description Null stands for zero. */
            pending_streams: number | null;
        };
        WatchTotal: {
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            items: number;
        };
        WatchItem: {
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            /** @description Share of the total duration, 0 to 1. */
            progress: number;
            items: number;
        };
        StatsWatch: {
            total: components["schemas"]["WatchTotal"] | null;
            /** @description Null when there is no such video. */
            unwatched: components["schemas"]["WatchItem"] | null;
            /** @description Null when there is no such video. */
            watched: components["schemas"]["WatchItem"] | null;
        };
        DownloadHistItem: {
            /**
             * Format: date
             * @description `YYYY-MM-DD` in the server's time zone.
             */
            date: string;
            count: number;
            /** @description Bytes. */
            media_size: number;
        };
        BiggestChannel: {
            id: components["schemas"]["ChannelId"];
            /** @description Rebuilt from a lower-cased copy by capitalising every word, so it may differ from channel_name (`BBC` comes as `Bbc`). */
            name: string;
            doc_count: number;
            /** @description Seconds. */
            duration: number;
            duration_str: components["schemas"]["DurationStr"];
            /** @description Bytes. */
            media_size: number;
        };
        /** @description Page sizes: null means no limit, 0 switches that type off. */
        AppSettingsSubscriptions: {
            channel_size: number | null;
            live_channel_size: number | null;
            shorts_channel_size: number | null;
            playlist_size: number | null;
            auto_start: boolean;
            extract_flat: boolean;
        };
        AppSettingsDownloads: {
            /** @description KB/s. */
            limit_speed: number | null;
            /** @description Seconds, randomised by half either way. */
            sleep_interval: number | null;
            autodelete_days: number | null;
            format: string | null;
            format_sort: string | null;
            add_metadata: boolean;
            add_thumbnail?: boolean;
            /** @description Comma separated language codes. */
            subtitle: string | null;
            /** @enum {string|null} */
            subtitle_source: "auto" | "user" | null;
            subtitle_index: boolean;
            /** @description `max-comments,max-parents,max-replies,max-replies-per-thread`, `all` allowed; null turns comments off. Not validated by the server. */
            comment_max: string | null;
            /** @enum {string|null} */
            comment_sort: "top" | "new" | null;
            /** @description Set by the cookie calls. */
            cookie_import: boolean;
            /** @description Whether a PO token is stored; set by the potoken calls. */
            potoken?: boolean;
            /** @description URL of a PO token provider. */
            pot_provider_url?: string | null;
            /** @description KB/s. */
            throttledratelimit: number | null;
            extractor_lang: string | null;
            integrate_ryd: boolean;
            integrate_sponsorblock: boolean;
            /** @description Further options of yt-dlp, written as on a command line; only options of an allowlist (x-own). */
            extra_options?: string | null;
        };
        AppSettingsApplication: {
            enable_snapshot: boolean;
            enable_cast: boolean;
        };
        AppSettings: {
            subscriptions: components["schemas"]["AppSettingsSubscriptions"];
            downloads: components["schemas"]["AppSettingsDownloads"];
            application: components["schemas"]["AppSettingsApplication"];
        };
        /** @description Any subset of sections and keys. A request with an unknown section or key is refused as a whole, so send only keys that the server itself sends. Upstream servers know add_thumbnail until v0.5.8, potoken until v0.5.9 and pot_provider_url since v0.5.9; the embedded server knows all three. */
        AppSettingsPatch: {
            subscriptions?: {
                channel_size?: components["schemas"]["AppSettingsSubscriptions"]["channel_size"];
                live_channel_size?: components["schemas"]["AppSettingsSubscriptions"]["live_channel_size"];
                shorts_channel_size?: components["schemas"]["AppSettingsSubscriptions"]["shorts_channel_size"];
                playlist_size?: components["schemas"]["AppSettingsSubscriptions"]["playlist_size"];
                auto_start?: components["schemas"]["AppSettingsSubscriptions"]["auto_start"];
                extract_flat?: components["schemas"]["AppSettingsSubscriptions"]["extract_flat"];
            };
            downloads?: {
                limit_speed?: components["schemas"]["AppSettingsDownloads"]["limit_speed"];
                sleep_interval?: components["schemas"]["AppSettingsDownloads"]["sleep_interval"];
                autodelete_days?: components["schemas"]["AppSettingsDownloads"]["autodelete_days"];
                format?: components["schemas"]["AppSettingsDownloads"]["format"];
                format_sort?: components["schemas"]["AppSettingsDownloads"]["format_sort"];
                add_metadata?: components["schemas"]["AppSettingsDownloads"]["add_metadata"];
                add_thumbnail?: components["schemas"]["AppSettingsDownloads"]["add_thumbnail"];
                subtitle?: components["schemas"]["AppSettingsDownloads"]["subtitle"];
                subtitle_source?: components["schemas"]["AppSettingsDownloads"]["subtitle_source"];
                subtitle_index?: components["schemas"]["AppSettingsDownloads"]["subtitle_index"];
                comment_max?: components["schemas"]["AppSettingsDownloads"]["comment_max"];
                comment_sort?: components["schemas"]["AppSettingsDownloads"]["comment_sort"];
                cookie_import?: components["schemas"]["AppSettingsDownloads"]["cookie_import"];
                potoken?: components["schemas"]["AppSettingsDownloads"]["potoken"];
                pot_provider_url?: components["schemas"]["AppSettingsDownloads"]["pot_provider_url"];
                throttledratelimit?: components["schemas"]["AppSettingsDownloads"]["throttledratelimit"];
                extractor_lang?: components["schemas"]["AppSettingsDownloads"]["extractor_lang"];
                integrate_ryd?: components["schemas"]["AppSettingsDownloads"]["integrate_ryd"];
                integrate_sponsorblock?: components["schemas"]["AppSettingsDownloads"]["integrate_sponsorblock"];
                extra_options?: components["schemas"]["AppSettingsDownloads"]["extra_options"];
            };
            application?: {
                enable_snapshot?: components["schemas"]["AppSettingsApplication"]["enable_snapshot"];
                enable_cast?: components["schemas"]["AppSettingsApplication"]["enable_cast"];
            };
        };
        Token: {
            token: components["schemas"]["ApiToken"];
        };
        /** @description status, validated and validated_str are present for one hour after a validation, and absent otherwise. */
        Cookie: {
            cookie_enabled: boolean;
            /** @description Result of the last validation. */
            status?: boolean;
            validated?: components["schemas"]["EpochSeconds"];
            validated_str?: components["schemas"]["MinuteStamp"];
        };
        CookieUpdate: {
            /** @description Cookie file content, Netscape format. */
            cookie: string;
        };
        PoToken: {
            /** @description Starts with `web+`; not validated by the server. */
            potoken: string;
        };
        ImportOptions: {
            ignore_error: boolean;
            /** @description Prefer the metadata embedded in the files. */
            prefer_local: boolean;
        };
        MembershipToken: {
            /** @description Key of the membership platform as it was stored, not masked. Null when none is stored. */
            token: string | null;
        };
        MembershipProfile: {
            id: number;
            user: {
                id: number;
                username: string;
            };
            sponsor_tier: {
                tier_id: number;
                name: string;
                description: string;
                max_subs: number;
            };
            subscription_count: number;
            subscription_is_max: boolean;
            is_connected?: boolean;
        };
        Backup: {
            /** @description `ta_backup-YYYYMMDD-reason.zip`. */
            filename: string;
            /** @description Path inside the server, not fetchable. */
            file_path: string;
            /** @description Bytes. */
            file_size: number;
            /** @description `YYYYMMDD`. */
            timestamp: string;
            /** @description `auto` (scheduled and manually started alike), `update`, any reason found in a file name, or the literal string `False` for old names without one. */
            reason: string;
        };
        Snapshot: {
            /** @description `ta_daily_-…`. */
            id: string;
            /** @description SUCCESS, IN_PROGRESS, PARTIAL or FAILED. */
            state: string;
            es_version: string;
            start_date: components["schemas"]["MinuteStamp"];
            end_date: components["schemas"]["MinuteStamp"];
            end_stamp: components["schemas"]["EpochSeconds"];
            duration_s: number;
            /** @description The reason why it was made, as a text such as `Daily` or `Before restoring …` (x-own). */
            reason?: string;
        };
        SnapshotInfo: {
            next_exec: components["schemas"]["EpochSeconds"];
            next_exec_str: components["schemas"]["MinuteStamp"];
            /** @description e.g. `30d`. */
            expire_after: string;
            /** @description Newest first. */
            snapshots: components["schemas"]["Snapshot"][];
        };
        SnapshotStarted: {
            snapshot_name: string;
        };
        SnapshotRestoreStarted: {
            accepted: boolean;
        };
    };
    responses: {
        /** @description Not logged in, not allowed, or the CSRF check failed. Only the text tells them apart. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DetailBody"];
            };
        };
        /** @description This server does not have the call. */
        NoSuchRoute: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
        /** @description Unhandled error. The body is an HTML page, not JSON. */
        ServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/html": string;
            };
        };
    };
    parameters: {
        /** @description Page number from 1; 0 or absent is page 1 (echoed as current_page 0). A page beyond the last one is an empty page, not an error. */
        Page: number;
        /** @description Video id. */
        VideoIdPath: string;
        /** @description A device's id, as in the list of devices. */
        DeviceIdPath: string;
        /** @description Channel id. */
        ChannelIdPath: string;
        /** @description Playlist id, regular or custom. */
        PlaylistIdPath: string;
        /** @description Custom playlist id. */
        CustomPlaylistIdPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description When the server started, Unix seconds rounded down to ten, as a string. On every answer of the API. A change between two answers means that the server was restarted; the upstream client then reloads itself. From v0.5.8 on. */
        StartTimestamp: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getPing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "response": "pong",
                     *       "user": 1,
                     *       "version": "v0.5.10",
                     *       "stowaway_version": "v0.1.0",
                     *       "ta_update": {
                     *         "status": true,
                     *         "version": "v0.1.1",
                     *         "is_breaking": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Ping"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server answers. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example OK */
                    "application/json": "OK";
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    loginUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "fern",
                 *       "password": "not-a-real-password",
                 *       "remember_me": "on"
                 *     }
                 */
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description Logged in. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    /** @description Two cookies: `sessionid` (HttpOnly, SameSite=Lax, Path=/, Max-Age 31536000 or 172800) and `csrftoken` (readable by scripts, SameSite=Lax, Path=/, Max-Age 31449600). */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Wrong credentials, or a field is missing, blank or not allowed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            /** @description The request has a valid session cookie, but no valid CSRF header. The caller is probably already logged in. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "CSRF Failed: CSRF token missing."
                     *     }
                     */
                    "application/json": components["schemas"]["DetailBody"];
                };
            };
            /** @description Too many failed tries for this name from this address, or too many logins wait to be checked (x-own). */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Too many failed tries."
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    logoutUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    /** @description `sessionid` expired. */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getUserAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "fern",
                     *       "is_superuser": true,
                     *       "is_staff": true,
                     *       "groups": [],
                     *       "user_permissions": [],
                     *       "last_login": "2026-02-16T07:41:09.156664Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "4f60a87b3c5e2f1d",
                     *         "name": "Firefox on Linux",
                     *         "is_this": true,
                     *         "last_used": "2026-02-16T07:41:00.000Z",
                     *         "signed_in": "2026-02-01T18:20:05.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Device"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A device's id, as in the list of devices. */
                device_id: components["parameters"]["DeviceIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            /** @description The caller has no such device. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "device not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    getUserConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stylesheet": "dark.css",
                     *       "page_size": 25,
                     *       "sort_by": "published",
                     *       "sort_order": "desc",
                     *       "view_style_home": "grid",
                     *       "view_style_channel": "list",
                     *       "view_style_downloads": "list",
                     *       "view_style_playlist": "grid",
                     *       "vid_type_filter": null,
                     *       "grid_items": 3,
                     *       "hide_watched": false,
                     *       "hide_watched_channel": null,
                     *       "hide_watched_playlist": null,
                     *       "file_size_unit": "binary",
                     *       "show_ignored_only": false,
                     *       "show_subed_only": null,
                     *       "show_subed_only_playlists": null,
                     *       "show_help_text": true
                     *     }
                     */
                    "application/json": components["schemas"]["UserConfig"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateUserConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grid_items": 4,
                 *       "hide_watched": null
                 *     }
                 */
                "application/json": components["schemas"]["UserConfigPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stylesheet": "dark.css",
                     *       "page_size": 25,
                     *       "sort_by": "published",
                     *       "sort_order": "desc",
                     *       "view_style_home": "grid",
                     *       "view_style_channel": "list",
                     *       "view_style_downloads": "list",
                     *       "view_style_playlist": "grid",
                     *       "vid_type_filter": null,
                     *       "grid_items": 4,
                     *       "hide_watched": null,
                     *       "hide_watched_channel": null,
                     *       "hide_watched_playlist": null,
                     *       "file_size_unit": "binary",
                     *       "show_ignored_only": false,
                     *       "show_subed_only": null,
                     *       "show_subed_only_playlists": null,
                     *       "show_help_text": true
                     *     }
                     */
                    "application/json": components["schemas"]["UserConfig"];
                };
            };
            /** @description A value is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listVideos: {
        parameters: {
            query?: {
                /** @description Playlist id. Must exist. */
                playlist?: string;
                /** @description Channel id; an unknown one gives an empty list. */
                channel?: string;
                /** @description Page number from 1; 0 or absent is page 1 (echoed as current_page 0). A page beyond the last one is an empty page, not an error. */
                page?: components["parameters"]["Page"];
                /** @description `continue`: videos with a saved position of the caller that are not watched, in no defined order. */
                watch?: components["schemas"]["WatchFilter"];
                sort?: components["schemas"]["SortField"];
                /** @description Default `desc`. Needs `sort`. */
                order?: components["schemas"]["SortOrder"];
                type?: components["schemas"]["VideoType"];
                /** @description Exact height in pixels of any stream. */
                height?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VideoList"] | components["schemas"]["EmptyVideoList"];
                };
            };
            /** @description A parameter is refused. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getVideo: {
        parameters: {
            query?: {
                /** @description If true while enable_cast is on, the answer contains addresses for a cast device (x-own). */
                cast?: boolean;
            };
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "active": true,
                     *       "category": [
                     *         "Education"
                     *       ],
                     *       "channel": {
                     *         "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *         "channel_active": true,
                     *         "channel_banner_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_banner.jpg",
                     *         "channel_thumb_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_thumb.jpg",
                     *         "channel_tvart_url": null,
                     *         "channel_description": "Slow walks with a microphone, one hedge at a time.",
                     *         "channel_last_refresh": "2026-02-14T10:00:12+00:00",
                     *         "channel_name": "Hedgerow Sound Lab",
                     *         "channel_subs": 184200,
                     *         "channel_subscribed": true,
                     *         "channel_tags": [
                     *           "field recording",
                     *           "birds"
                     *         ],
                     *         "channel_tabs": [
                     *           "videos",
                     *           "shorts"
                     *         ]
                     *       },
                     *       "comment_count": 2,
                     *       "date_downloaded": 1771063212,
                     *       "description": "Recorded at dawn.\n0:30 first wren\n4:10 the whole hedge",
                     *       "media_size": 184549376,
                     *       "media_url": "/youtube/UC7xYk3mQ9bVd2LwPz0sTfAg/Qk7dV3nXy2A.mp4",
                     *       "player": {
                     *         "watched": false,
                     *         "duration": 634,
                     *         "duration_str": "10m 34s",
                     *         "progress": 19.006309148264986,
                     *         "position": 120.5
                     *       },
                     *       "playlist": [
                     *         "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4"
                     *       ],
                     *       "published": "2026-02-13T06:12:00+00:00",
                     *       "sponsorblock": {
                     *         "is_enabled": true,
                     *         "last_refresh": 1771063212,
                     *         "has_unlocked": false,
                     *         "segments": [
                     *           {
                     *             "actionType": "skip",
                     *             "videoDuration": 634.2,
                     *             "segment": [
                     *               12.5,
                     *               47.25
                     *             ],
                     *             "votes": 7,
                     *             "category": "sponsor",
                     *             "UUID": "5b1f0c9e7a3d42f88e61c0d4b7a9f2e35c8d1b6a4f7092e3d8c5b1a6f0e9d7c2",
                     *             "locked": 1
                     *           }
                     *         ]
                     *       },
                     *       "stats": {
                     *         "like_count": 3120,
                     *         "average_rating": 4.85,
                     *         "view_count": 80412,
                     *         "dislike_count": 12
                     *       },
                     *       "streams": [
                     *         {
                     *           "bitrate": 1850000,
                     *           "codec": "h264",
                     *           "height": 1080,
                     *           "index": 0,
                     *           "type": "video",
                     *           "width": 1920
                     *         },
                     *         {
                     *           "bitrate": 128000,
                     *           "codec": "aac",
                     *           "index": 1,
                     *           "type": "audio"
                     *         }
                     *       ],
                     *       "subtitles": [
                     *         {
                     *           "ext": "json3",
                     *           "lang": "en",
                     *           "media_url": "/youtube/UC7xYk3mQ9bVd2LwPz0sTfAg/Qk7dV3nXy2A.en.vtt",
                     *           "name": "English",
                     *           "source": "user",
                     *           "url": "https://captions.example/timedtext?v=Qk7dV3nXy2A"
                     *         }
                     *       ],
                     *       "tags": [
                     *         "birds",
                     *         "dawn chorus"
                     *       ],
                     *       "title": "Morning chorus in the hedgerow",
                     *       "vid_last_refresh": "2026-02-14T10:00:12+00:00",
                     *       "vid_thumb_url": "/cache/videos/q/Qk7dV3nXy2A.jpg",
                     *       "vid_type": "videos",
                     *       "youtube_id": "Qk7dV3nXy2A",
                     *       "_index": "ta_video",
                     *       "_score": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Video"];
                };
            };
            /** @description Refused input (x-own). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cast": [
                     *         "Must be a valid boolean."
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteVideo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A file could not be deleted. This file and the files not deleted before it stay (x-own). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Harbour/walk.mp4 could not be deleted: the file system is read-only."
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    getVideoDigests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description The weak ETag of this list. */
                    ETag?: string;
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "validator": "\"t1x-1q-9\"",
                     *       "total_bytes": 62,
                     *       "window_bytes": 8388608,
                     *       "sha256": [
                     *         "b3f1c2d4e5a697881122334455667788990a0b0c0d0e0f101112131415161718"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MediaDigests"];
                };
            };
            /** @description The hashes are being computed, or wait for their turn. */
            202: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After"?: number;
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The ETag in `If-None-Match` is that of the current list. */
            304: {
                headers: {
                    /** @description The weak ETag of this list. */
                    ETag?: string;
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            /** @description No such video, or its media file does not exist. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listSimilarVideos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "active": true,
                     *         "category": [
                     *           "Education"
                     *         ],
                     *         "channel": {
                     *           "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "channel_active": true,
                     *           "channel_banner_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_banner.jpg",
                     *           "channel_thumb_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_thumb.jpg",
                     *           "channel_tvart_url": null,
                     *           "channel_description": "Slow walks with a microphone, one hedge at a time.",
                     *           "channel_last_refresh": "2026-02-14T10:00:12+00:00",
                     *           "channel_name": "Hedgerow Sound Lab",
                     *           "channel_subs": 184200,
                     *           "channel_subscribed": true,
                     *           "channel_tags": [
                     *             "field recording",
                     *             "birds"
                     *           ],
                     *           "channel_tabs": [
                     *             "videos",
                     *             "shorts"
                     *           ]
                     *         },
                     *         "comment_count": 2,
                     *         "date_downloaded": 1771063212,
                     *         "description": "Recorded at dawn.\n0:30 first wren\n4:10 the whole hedge",
                     *         "media_size": 184549376,
                     *         "media_url": "/youtube/UC7xYk3mQ9bVd2LwPz0sTfAg/9sHrT_1pLmE.mp4",
                     *         "player": {
                     *           "watched": false,
                     *           "duration": 1900,
                     *           "duration_str": "31m 40s"
                     *         },
                     *         "playlist": [
                     *           "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4"
                     *         ],
                     *         "published": "2026-02-13T06:12:00+00:00",
                     *         "sponsorblock": {
                     *           "is_enabled": true,
                     *           "last_refresh": 1771063212,
                     *           "has_unlocked": false,
                     *           "segments": [
                     *             {
                     *               "actionType": "skip",
                     *               "videoDuration": 634.2,
                     *               "segment": [
                     *                 12.5,
                     *                 47.25
                     *               ],
                     *               "votes": 7,
                     *               "category": "sponsor",
                     *               "UUID": "5b1f0c9e7a3d42f88e61c0d4b7a9f2e35c8d1b6a4f7092e3d8c5b1a6f0e9d7c2",
                     *               "locked": 1
                     *             }
                     *           ]
                     *         },
                     *         "stats": {
                     *           "like_count": 3120,
                     *           "average_rating": 4.85,
                     *           "view_count": 80412,
                     *           "dislike_count": 12
                     *         },
                     *         "streams": [
                     *           {
                     *             "bitrate": 1850000,
                     *             "codec": "h264",
                     *             "height": 1080,
                     *             "index": 0,
                     *             "type": "video",
                     *             "width": 1920
                     *           },
                     *           {
                     *             "bitrate": 128000,
                     *             "codec": "aac",
                     *             "index": 1,
                     *             "type": "audio"
                     *           }
                     *         ],
                     *         "subtitles": [
                     *           {
                     *             "ext": "json3",
                     *             "lang": "en",
                     *             "media_url": "/youtube/UC7xYk3mQ9bVd2LwPz0sTfAg/9sHrT_1pLmE.en.vtt",
                     *             "name": "English",
                     *             "source": "user",
                     *             "url": "https://captions.example/timedtext?v=9sHrT_1pLmE"
                     *           }
                     *         ],
                     *         "tags": [
                     *           "birds",
                     *           "dawn chorus"
                     *         ],
                     *         "title": "Building a parabolic dish",
                     *         "vid_last_refresh": "2026-02-14T10:00:12+00:00",
                     *         "vid_thumb_url": "/cache/videos/9/9sHrT_1pLmE.jpg",
                     *         "vid_type": "videos",
                     *         "youtube_id": "9sHrT_1pLmE",
                     *         "_index": "ta_video",
                     *         "_score": 3.42
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Video"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listVideoComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "comment_author": "@fern",
                     *         "comment_author_id": "UCq2WeRtY3uIoP4aSdF5gHjK",
                     *         "comment_author_is_uploader": false,
                     *         "comment_author_thumbnail": "https://avatars.example/a.jpg",
                     *         "comment_id": "UgwA1",
                     *         "comment_is_favorited": false,
                     *         "comment_likecount": 14,
                     *         "comment_parent": "root",
                     *         "comment_text": "That wren is loud.",
                     *         "comment_time_text": "2026-02-13 08:10",
                     *         "comment_timestamp": 1770970200,
                     *         "comment_replies": [
                     *           {
                     *             "comment_author": "@hedgerow",
                     *             "comment_author_id": "UCq2WeRtY3uIoP4aSdF5gHjK",
                     *             "comment_author_is_uploader": true,
                     *             "comment_author_thumbnail": "https://avatars.example/a.jpg",
                     *             "comment_id": "UgwA1.a",
                     *             "comment_is_favorited": false,
                     *             "comment_likecount": 3,
                     *             "comment_parent": "UgwA1",
                     *             "comment_text": "Louder than the tractor.",
                     *             "comment_time_text": "2026-02-13 08:10",
                     *             "comment_timestamp": 1770970200,
                     *             "comment_replies": []
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Comment"][];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description No such video, or no comments indexed. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listVideoPlaylistNav: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "playlist_meta": {
                     *           "current_idx": 0,
                     *           "playlist_id": "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4",
                     *           "playlist_name": "Field walks",
                     *           "playlist_channel": "Hedgerow Sound Lab"
                     *         },
                     *         "playlist_previous": null,
                     *         "playlist_next": {
                     *           "youtube_id": "9sHrT_1pLmE",
                     *           "title": "Building a parabolic dish",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 1,
                     *           "downloaded": true,
                     *           "vid_thumb": "/cache/videos/9/9sHrT_1pLmE.jpg"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PlaylistNav"][];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    updateVideoProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "position": 120.5
                 *     }
                 */
                "application/json": components["schemas"]["ProgressUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "watched": false,
                     *       "duration": 634,
                     *       "duration_str": "10m 34s",
                     *       "position": 120.5
                     *     }
                     */
                    "application/json": components["schemas"]["ProgressAnswer"];
                };
            };
            /** @description Not a number. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "video not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteVideoProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateWatched: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                 *       "is_watched": true
                 *     }
                 */
                "application/json": components["schemas"]["WatchedRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *       "is_watched": true
                     *     }
                     */
                    "application/json": components["schemas"]["WatchedRequest"];
                };
            };
            /** @description A field is missing, null or blank. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                /** @description Page number from 1; 0 or absent is page 1 (echoed as current_page 0). A page beyond the last one is an empty page, not an error. */
                page?: components["parameters"]["Page"];
                filter?: "subscribed" | "unsubscribed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "channel_active": true,
                     *           "channel_banner_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_banner.jpg",
                     *           "channel_thumb_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_thumb.jpg",
                     *           "channel_tvart_url": null,
                     *           "channel_description": "Slow walks with a microphone, one hedge at a time.",
                     *           "channel_last_refresh": "2026-02-14T10:00:12+00:00",
                     *           "channel_name": "Hedgerow Sound Lab",
                     *           "channel_subs": 184200,
                     *           "channel_subscribed": true,
                     *           "channel_tags": [
                     *             "field recording",
                     *             "birds"
                     *           ],
                     *           "channel_tabs": [
                     *             "videos",
                     *             "shorts"
                     *           ],
                     *           "_index": "ta_channel",
                     *           "_score": 0
                     *         },
                     *         {
                     *           "channel_id": "UCn4RtG8eHjKq1WvXy6BmZoP",
                     *           "channel_active": true,
                     *           "channel_banner_url": "/cache/channels/UCn4RtG8eHjKq1WvXy6BmZoP_banner.jpg",
                     *           "channel_thumb_url": "/cache/channels/UCn4RtG8eHjKq1WvXy6BmZoP_thumb.jpg",
                     *           "channel_tvart_url": null,
                     *           "channel_description": null,
                     *           "channel_last_refresh": "2026-02-14T10:00:12+00:00",
                     *           "channel_name": "Tidepool Notes",
                     *           "channel_overwrites": {
                     *             "download_format": null,
                     *             "autodelete_days": 30,
                     *             "index_playlists": true,
                     *             "integrate_sponsorblock": null,
                     *             "subscriptions_channel_size": null,
                     *             "subscriptions_live_channel_size": null,
                     *             "subscriptions_shorts_channel_size": null
                     *           },
                     *           "channel_subs": 184200,
                     *           "channel_subscribed": false,
                     *           "channel_tags": [
                     *             "field recording",
                     *             "birds"
                     *           ],
                     *           "channel_tabs": [
                     *             "videos",
                     *             "shorts"
                     *           ],
                     *           "_index": "ta_channel",
                     *           "_score": 0
                     *         }
                     *       ],
                     *       "paginate": {
                     *         "page_size": 25,
                     *         "page_from": 0,
                     *         "prev_pages": null,
                     *         "current_page": 0,
                     *         "max_hits": false,
                     *         "params": "",
                     *         "last_page": 0,
                     *         "next_pages": [],
                     *         "total_hits": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateChannelSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "channel_id": "UCn4RtG8eHjKq1WvXy6BmZoP",
                 *           "channel_subscribed": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChannelBulk"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "channel_id": "UCn4RtG8eHjKq1WvXy6BmZoP",
                     *           "channel_subscribed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelBulk"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    searchChannel: {
        parameters: {
            query: {
                /** @description Id, address or `@handle`. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The query is empty, or is not for a channel. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description The archive has no such channel. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "channel not found: @harbour"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Channel id. */
                channel_id: components["parameters"]["ChannelIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *       "channel_active": true,
                     *       "channel_banner_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_banner.jpg",
                     *       "channel_thumb_url": "/cache/channels/UC7xYk3mQ9bVd2LwPz0sTfAg_thumb.jpg",
                     *       "channel_tvart_url": null,
                     *       "channel_description": "Slow walks with a microphone, one hedge at a time.",
                     *       "channel_last_refresh": "2026-02-14T10:00:12+00:00",
                     *       "channel_name": "Hedgerow Sound Lab",
                     *       "channel_subs": 184200,
                     *       "channel_subscribed": true,
                     *       "channel_tags": [
                     *         "field recording",
                     *         "birds"
                     *       ],
                     *       "channel_tabs": [
                     *         "videos",
                     *         "shorts"
                     *       ],
                     *       "_index": "ta_channel",
                     *       "_score": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Channel"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "channel not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Channel id. */
                channel_id: components["parameters"]["ChannelIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "channel_overwrites": {
                 *         "autodelete_days": 14
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "channel_overwrites": {
                     *         "download_format": null,
                     *         "autodelete_days": 14,
                     *         "index_playlists": null,
                     *         "integrate_sponsorblock": null,
                     *         "subscriptions_channel_size": null,
                     *         "subscriptions_live_channel_size": null,
                     *         "subscriptions_shorts_channel_size": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelUpdateEcho"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "channel not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Channel id. */
                channel_id: components["parameters"]["ChannelIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A file could not be deleted. This file and the files not deleted before it stay (x-own). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Harbour/walk.mp4 could not be deleted: the file system is read-only."
                     *     }
                     */
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "channel not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    getChannelNav: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Channel id. */
                channel_id: components["parameters"]["ChannelIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "has_pending": true,
                     *       "has_ignored": false,
                     *       "has_playlists": true,
                     *       "has_videos": true,
                     *       "has_streams": false,
                     *       "has_shorts": true
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelNav"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getChannelAggs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Channel id. */
                channel_id: components["parameters"]["ChannelIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_items": {
                     *         "value": 214
                     *       },
                     *       "total_size": {
                     *         "value": 98784247808
                     *       },
                     *       "total_duration": {
                     *         "value": 365472,
                     *         "value_str": "4d 05h 31m 12s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelAggs"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listPlaylists: {
        parameters: {
            query?: {
                /** @description Channel id. */
                channel?: string;
                /** @description Page number from 1; 0 or absent is page 1 (echoed as current_page 0). A page beyond the last one is an empty page, not an error. */
                page?: components["parameters"]["Page"];
                /** @description `null` or an empty value counts as not given. */
                subscribed?: boolean | ("null" | "");
                type?: "regular" | "custom";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "playlist_active": true,
                     *           "playlist_channel": "Hedgerow Sound Lab",
                     *           "playlist_channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "playlist_description": "Every walk in order.",
                     *           "playlist_entries": [
                     *             {
                     *               "youtube_id": "Qk7dV3nXy2A",
                     *               "title": "Morning chorus in the hedgerow",
                     *               "uploader": "Hedgerow Sound Lab",
                     *               "idx": 0,
                     *               "downloaded": true
                     *             },
                     *             {
                     *               "youtube_id": "9sHrT_1pLmE",
                     *               "title": "Building a parabolic dish",
                     *               "uploader": "Hedgerow Sound Lab",
                     *               "idx": 1,
                     *               "downloaded": true
                     *             },
                     *             {
                     *               "youtube_id": "mN0pQrStUvW",
                     *               "title": "Frost on the gate",
                     *               "uploader": "Hedgerow Sound Lab",
                     *               "idx": 2,
                     *               "downloaded": false
                     *             }
                     *           ],
                     *           "playlist_id": "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4",
                     *           "playlist_last_refresh": "2026-02-14T12:03:40+00:00",
                     *           "playlist_name": "Field walks",
                     *           "playlist_subscribed": true,
                     *           "playlist_sort_order": "top",
                     *           "playlist_thumbnail": "/cache/playlists/PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4.jpg",
                     *           "playlist_type": "regular",
                     *           "_index": "ta_playlist",
                     *           "_score": 0
                     *         },
                     *         {
                     *           "playlist_active": false,
                     *           "playlist_channel": null,
                     *           "playlist_channel_id": null,
                     *           "playlist_description": "False",
                     *           "playlist_entries": [
                     *             {
                     *               "youtube_id": "Qk7dV3nXy2A",
                     *               "title": "Morning chorus in the hedgerow",
                     *               "uploader": "Hedgerow Sound Lab",
                     *               "idx": 0,
                     *               "downloaded": true
                     *             },
                     *             {
                     *               "youtube_id": "zB-8wUcK4fo",
                     *               "title": "Crabs at night",
                     *               "uploader": "Tidepool Notes",
                     *               "idx": 1,
                     *               "downloaded": true
                     *             }
                     *           ],
                     *           "playlist_id": "TA_playlist_3f2b8c1e-6a4d-4f0b-9d57-1c2e8a7b6f90",
                     *           "playlist_last_refresh": "2026-02-14T12:03:40+00:00",
                     *           "playlist_name": "Quiet evenings",
                     *           "playlist_subscribed": false,
                     *           "playlist_sort_order": "top",
                     *           "playlist_thumbnail": "/cache/playlists/TA_playlist_3f2b8c1e-6a4d-4f0b-9d57-1c2e8a7b6f90.jpg",
                     *           "playlist_type": "custom",
                     *           "_index": "ta_playlist",
                     *           "_score": 0
                     *         }
                     *       ],
                     *       "paginate": {
                     *         "page_size": 25,
                     *         "page_from": 0,
                     *         "prev_pages": null,
                     *         "current_page": 0,
                     *         "max_hits": false,
                     *         "params": "",
                     *         "last_page": 0,
                     *         "next_pages": [],
                     *         "total_hits": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PlaylistList"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    subscribePlaylists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "playlist_id": "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4",
                 *           "playlist_subscribed": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PlaylistBulk"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "playlist subscribe task started",
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    createCustomPlaylist: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "playlist_name": "Quiet evenings"
                 *     }
                 */
                "application/json": components["schemas"]["CustomPlaylistCreate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "playlist_active": false,
                     *       "playlist_channel": null,
                     *       "playlist_channel_id": null,
                     *       "playlist_description": "False",
                     *       "playlist_entries": [],
                     *       "playlist_id": "TA_playlist_3f2b8c1e-6a4d-4f0b-9d57-1c2e8a7b6f90",
                     *       "playlist_last_refresh": "1771070620",
                     *       "playlist_name": "Quiet evenings",
                     *       "playlist_subscribed": false,
                     *       "playlist_sort_order": "top",
                     *       "playlist_thumbnail": "False",
                     *       "playlist_type": "custom"
                     *     }
                     */
                    "application/json": components["schemas"]["CustomPlaylistStored"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateCustomPlaylist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Custom playlist id. */
                playlist_id: components["parameters"]["CustomPlaylistIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "create",
                 *       "video_id": "zB-8wUcK4fo"
                 *     }
                 */
                "application/json": components["schemas"]["CustomPlaylistAction"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "playlist_active": false,
                     *       "playlist_channel": null,
                     *       "playlist_channel_id": null,
                     *       "playlist_description": "False",
                     *       "playlist_entries": [
                     *         {
                     *           "youtube_id": "Qk7dV3nXy2A",
                     *           "title": "Morning chorus in the hedgerow",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 0,
                     *           "downloaded": true
                     *         },
                     *         {
                     *           "youtube_id": "zB-8wUcK4fo",
                     *           "title": "Crabs at night",
                     *           "uploader": "Tidepool Notes",
                     *           "idx": 1,
                     *           "downloaded": true
                     *         }
                     *       ],
                     *       "playlist_id": "TA_playlist_3f2b8c1e-6a4d-4f0b-9d57-1c2e8a7b6f90",
                     *       "playlist_last_refresh": "1771070620",
                     *       "playlist_name": "Quiet evenings",
                     *       "playlist_subscribed": false,
                     *       "playlist_sort_order": "top",
                     *       "playlist_thumbnail": "videos/q/Qk7dV3nXy2A.jpg",
                     *       "playlist_type": "custom"
                     *     }
                     */
                    "application/json": components["schemas"]["CustomPlaylistStored"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "playlist not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    getPlaylist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Playlist id, regular or custom. */
                playlist_id: components["parameters"]["PlaylistIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "playlist_active": true,
                     *       "playlist_channel": "Hedgerow Sound Lab",
                     *       "playlist_channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *       "playlist_description": "Every walk in order.",
                     *       "playlist_entries": [
                     *         {
                     *           "youtube_id": "Qk7dV3nXy2A",
                     *           "title": "Morning chorus in the hedgerow",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 0,
                     *           "downloaded": true
                     *         },
                     *         {
                     *           "youtube_id": "9sHrT_1pLmE",
                     *           "title": "Building a parabolic dish",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 1,
                     *           "downloaded": true
                     *         },
                     *         {
                     *           "youtube_id": "mN0pQrStUvW",
                     *           "title": "Frost on the gate",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 2,
                     *           "downloaded": false
                     *         }
                     *       ],
                     *       "playlist_id": "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4",
                     *       "playlist_last_refresh": "2026-02-14T12:03:40+00:00",
                     *       "playlist_name": "Field walks",
                     *       "playlist_subscribed": true,
                     *       "playlist_sort_order": "top",
                     *       "playlist_thumbnail": "/cache/playlists/PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4.jpg",
                     *       "playlist_type": "regular",
                     *       "_index": "ta_playlist",
                     *       "_score": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Playlist"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "playlist not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    updatePlaylist: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Playlist id, regular or custom. */
                playlist_id: components["parameters"]["PlaylistIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "playlist_sort_order": "bottom"
                 *     }
                 */
                "application/json": components["schemas"]["PlaylistUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "playlist_active": true,
                     *       "playlist_channel": "Hedgerow Sound Lab",
                     *       "playlist_channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *       "playlist_description": "Every walk in order.",
                     *       "playlist_entries": [
                     *         {
                     *           "youtube_id": "Qk7dV3nXy2A",
                     *           "title": "Morning chorus in the hedgerow",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 0,
                     *           "downloaded": true
                     *         },
                     *         {
                     *           "youtube_id": "9sHrT_1pLmE",
                     *           "title": "Building a parabolic dish",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 1,
                     *           "downloaded": true
                     *         },
                     *         {
                     *           "youtube_id": "mN0pQrStUvW",
                     *           "title": "Frost on the gate",
                     *           "uploader": "Hedgerow Sound Lab",
                     *           "idx": 2,
                     *           "downloaded": false
                     *         }
                     *       ],
                     *       "playlist_id": "PLk3Jd8sX2mQvT7rYbN1cWzE5hUo9GfLp4",
                     *       "playlist_last_refresh": "1771070620",
                     *       "playlist_name": "Field walks",
                     *       "playlist_subscribed": true,
                     *       "playlist_sort_order": "bottom",
                     *       "playlist_thumbnail": "https://thumbs.example/field-walks.jpg",
                     *       "playlist_type": "regular"
                     *     }
                     */
                    "application/json": components["schemas"]["PlaylistStored"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "playlist not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deletePlaylist: {
        parameters: {
            query?: {
                /** @description True: delete the downloaded videos as well. */
                delete_videos?: boolean;
            };
            header?: never;
            path: {
                /** @description Playlist id, regular or custom. */
                playlist_id: components["parameters"]["PlaylistIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found; present servers fail with 500 instead (x-own). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "playlist not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listDownloads: {
        parameters: {
            query?: {
                /** @description Page number from 1; 0 or absent is page 1 (echoed as current_page 0). A page beyond the last one is an empty page, not an error. */
                page?: components["parameters"]["Page"];
                filter?: "pending" | "ignore";
                /** @description Channel id. */
                channel?: string;
                vid_type?: components["schemas"]["VideoType"];
                /** @description Phrase prefix search in the title. */
                q?: string;
                /** @description True: only items with an error message, false: only those without. `null` or an empty value counts as not given. */
                error?: boolean | ("null" | "");
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "auto_start": false,
                     *           "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "channel_indexed": true,
                     *           "channel_name": "Hedgerow Sound Lab",
                     *           "duration": "12m 07s",
                     *           "published": "2026-02-15T06:00:00+00:00",
                     *           "status": "pending",
                     *           "timestamp": 1771142461,
                     *           "title": "Frost on the gate",
                     *           "vid_thumb_url": "/cache/videos/m/mN0pQrStUvW.jpg",
                     *           "vid_type": "videos",
                     *           "youtube_id": "mN0pQrStUvW",
                     *           "_index": "ta_download",
                     *           "_score": 0
                     *         },
                     *         {
                     *           "auto_start": false,
                     *           "channel_id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "channel_indexed": true,
                     *           "channel_name": "Hedgerow Sound Lab",
                     *           "duration": "12m 07s",
                     *           "published": null,
                     *           "status": "pending",
                     *           "timestamp": 1771142461,
                     *           "title": "Wind in the reeds",
                     *           "vid_thumb_url": null,
                     *           "vid_type": "videos",
                     *           "youtube_id": "hT5yU7iO9pA",
                     *           "_index": "ta_download",
                     *           "_score": 0,
                     *           "message": "ERROR: this video is private"
                     *         }
                     *       ],
                     *       "paginate": {
                     *         "page_size": 25,
                     *         "page_from": 0,
                     *         "prev_pages": null,
                     *         "current_page": 0,
                     *         "max_hits": false,
                     *         "params": "filter=pending",
                     *         "last_page": 0,
                     *         "next_pages": [],
                     *         "total_hits": 2
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DownloadList"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    addDownloads: {
        parameters: {
            query?: {
                /** @description Download right after adding. */
                autostart?: boolean;
                /** @description Fast add: less metadata, no page visit for each video. */
                flat?: boolean;
                /** @description Also queue what is already in the archive (download again). */
                force?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": [
                 *         {
                 *           "youtube_id": "mN0pQrStUvW",
                 *           "status": "pending"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DownloadAdd"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "add to queue task started",
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteDownloadsByFilter: {
        parameters: {
            query: {
                filter: "pending" | "ignore";
                /** @description Channel id. */
                channel?: string;
                vid_type?: components["schemas"]["VideoType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; also when nothing matched. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateDownloadsByFilter: {
        parameters: {
            query: {
                filter: "pending" | "ignore" | "priority";
                /** @description Channel id. */
                channel?: string;
                vid_type?: components["schemas"]["VideoType"];
                /** @description True: only items with an error message, false: only those without. `null` or an empty value counts as not given. */
                error?: boolean | ("null" | "");
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "ignore"
                 *     }
                 */
                "application/json": components["schemas"]["DownloadBulkStatus"];
            };
        };
        responses: {
            /** @description Done; also when nothing matched. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getDownloadAggs: {
        parameters: {
            query: {
                filter: "pending" | "ignore";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "doc_count_error_upper_bound": 0,
                     *       "sum_other_doc_count": 0,
                     *       "buckets": [
                     *         {
                     *           "key": [
                     *             "hedgerow sound lab",
                     *             "UC7xYk3mQ9bVd2LwPz0sTfAg"
                     *           ],
                     *           "key_as_string": "hedgerow sound lab|UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *           "doc_count": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DownloadAggs"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    retryDownloads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskQueued"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadItem"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not in the queue. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Download item not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    updateDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "priority"
                 *     }
                 */
                "application/json": components["schemas"]["DownloadItemStatus"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "priority"
                     *     }
                     */
                    "application/json": components["schemas"]["DownloadItemStatus"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not in the queue. Declared, but present servers fail with 500 instead. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "Download item not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteDownload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Video id. */
                video_id: components["parameters"]["VideoIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getReindexState: {
        parameters: {
            query?: {
                type?: "video" | "channel" | "playlist";
                /** @description Needs `type`. */
                id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": "running",
                     *       "total_queued": 12
                     *     }
                     */
                    "application/json": components["schemas"]["RefreshState"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    startReindex: {
        parameters: {
            query?: {
                /** @description Also refresh all videos of the given channels and playlists. */
                extract_videos?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "video": [
                 *         "Qk7dV3nXy2A"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "reindex task started",
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Prefix of the group. Without it, the messages of all groups are sent. `settings` matches nothing on present servers, as the groups begin with `setting:`; groups `reindex:` and `subscription:` have no filter. */
                filter?: "download" | "settings" | "channel";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *         "title": "Downloading",
                     *         "group": "download:run",
                     *         "api_start": true,
                     *         "api_stop": true,
                     *         "level": "info",
                     *         "messages": [
                     *           "Frost on the gate",
                     *           "44.0% of 210.3MiB at 6.1MiB/s - time left: 00:19"
                     *         ],
                     *         "progress": 0.44,
                     *         "command": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Notification"][];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listTaskResults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *         "name": "check_reindex",
                     *         "status": "SUCCESS",
                     *         "result": "2 videos refreshed.",
                     *         "traceback": null,
                     *         "date_done": "2026-02-16T12:00:09.412000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TaskResult"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getTaskResult: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The task id in the answer of the call that started the task. */
                task_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *       "name": "check_reindex",
                     *       "status": "SUCCESS",
                     *       "result": "2 videos refreshed.",
                     *       "traceback": null,
                     *       "date_done": "2026-02-16T12:00:09.412000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskResult"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "task ID not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    sendTaskCommand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of a notification. */
                task_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "command": "stop"
                 *     }
                 */
                "application/json": components["schemas"]["TaskCommand"];
            };
        };
        responses: {
            /** @description The command was sent. The answer is the same for a task that has already ended. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "task ID not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listTaskResultsByName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Task. */
                task_name: components["schemas"]["TaskName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskResult"][];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Unknown task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "task name not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    startTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Startable now: update_subscribed, download_pending, run_backup, thumbnail_check, resync_metadata. Up to v0.5.8 also manual_import, rescan_filesystem and resync_thumbs. */
                task_name: components["schemas"]["TaskName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskQueued"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Unknown task, or a task that cannot be started by name. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "check_reindex",
                     *         "schedule": "0 12 *",
                     *         "schedule_human": "At 12:00 PM UTC",
                     *         "last_run_at": "2026-02-16T12:00:00.051522Z",
                     *         "config": {
                     *           "days": 90
                     *         }
                     *       },
                     *       {
                     *         "name": "thumbnail_check",
                     *         "schedule": "0 17 *",
                     *         "schedule_human": "At 05:00 PM UTC",
                     *         "last_run_at": "2026-02-15T17:00:00.022103Z",
                     *         "config": {}
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Schedule"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Task. */
                task_name: components["schemas"]["TaskName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description No schedule for this task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "No CustomPeriodicTask matches the given query."
                     *     }
                     */
                    "application/json": components["schemas"]["DetailBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Task. With `auto` only update_subscribed, download_pending, check_reindex, thumbnail_check, run_backup and version_check have a default. */
                task_name: components["schemas"]["TaskName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "schedule": "30 8 1-5",
                 *       "config": {
                 *         "days": 90
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "check_reindex",
                     *       "schedule": "30 8 1-5",
                     *       "schedule_human": "At 08:30 AM, Monday through Friday UTC",
                     *       "last_run_at": "2026-02-16T12:00:00.051522Z",
                     *       "config": {
                     *         "days": 90
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description Refused; the text is under error, or under the field for a blank schedule. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description No such task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "There is no task nap."
                     *     }
                     */
                    "application/json": components["schemas"]["DetailBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Task. With `auto` only update_subscribed, download_pending, check_reindex, thumbnail_check, run_backup and version_check have a default. */
                task_name: components["schemas"]["TaskName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            /** @description No schedule for this task. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "No CustomPeriodicTask matches the given query."
                     *     }
                     */
                    "application/json": components["schemas"]["DetailBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listTaskNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "update_subscribed": {
                     *         "urls": [
                     *           "tgram://bottoken/chatid"
                     *         ],
                     *         "title": "Rescan your Subscriptions"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TaskNotifications"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    addTaskNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_name": "update_subscribed",
                 *       "url": "tgram://bottoken/chatid"
                 *     }
                 */
                "application/json": components["schemas"]["TaskNotificationAdd"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "update_subscribed": {
                     *         "urls": [
                     *           "tgram://bottoken/chatid"
                     *         ],
                     *         "title": "Rescan your Subscriptions"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TaskNotifications"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteTaskNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_name": "update_subscribed",
                 *       "url": "tgram://bottoken/chatid"
                 *     }
                 */
                "application/json": components["schemas"]["TaskNotificationRemove"];
            };
        };
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    testTaskNotification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "task_name": "update_subscribed",
                 *       "url": "tgram://bottoken/chatid"
                 *     }
                 */
                "application/json": components["schemas"]["NotificationTest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Test notification sent successfully"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationTestResult"];
                };
            };
            /** @description The test failed (result body), or the input was refused (field errors). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationTestResult"] | components["schemas"]["FieldErrors"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    searchArchive: {
        parameters: {
            query: {
                /** @description The whole query; lower-cased by the server. */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            /** @description No query parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getVideoStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "doc_count": 412,
                     *       "media_size": 190287495168,
                     *       "duration": 742180,
                     *       "duration_str": "8d 14h 09m 40s",
                     *       "type_videos": {
                     *         "doc_count": 380,
                     *         "media_size": 184213446656,
                     *         "duration": 739310,
                     *         "duration_str": "8d 13h 21m 50s"
                     *       },
                     *       "type_shorts": {
                     *         "doc_count": 32,
                     *         "media_size": 6074048512,
                     *         "duration": 2870,
                     *         "duration_str": "47m 50s"
                     *       },
                     *       "type_streams": null,
                     *       "active_true": {
                     *         "doc_count": 405,
                     *         "media_size": 187904819200,
                     *         "duration": 735002,
                     *         "duration_str": "8d 12h 10m 02s"
                     *       },
                     *       "active_false": {
                     *         "doc_count": 7,
                     *         "media_size": 2382675968,
                     *         "duration": 7178,
                     *         "duration_str": "1h 59m 38s"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatsVideo"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getChannelStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "doc_count": 18,
                     *       "active_true": 17,
                     *       "active_false": 1,
                     *       "subscribed_true": 12,
                     *       "subscribed_false": 6
                     *     }
                     */
                    "application/json": components["schemas"]["StatsChannel"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getPlaylistStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "doc_count": 9,
                     *       "active_true": 7,
                     *       "active_false": 2,
                     *       "subscribed_false": 6,
                     *       "subscribed_true": 3
                     *     }
                     */
                    "application/json": components["schemas"]["StatsPlaylist"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getDownloadStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pending": 41,
                     *       "ignore": 6,
                     *       "pending_videos": 36,
                     *       "pending_shorts": 5,
                     *       "pending_streams": null
                     *     }
                     */
                    "application/json": components["schemas"]["StatsDownload"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getWatchStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total": {
                     *         "duration": 742180,
                     *         "duration_str": "8d 14h 09m 40s",
                     *         "items": 412
                     *       },
                     *       "unwatched": {
                     *         "duration": 640012,
                     *         "duration_str": "7d 09h 46m 52s",
                     *         "progress": 0.8623406720741599,
                     *         "items": 350
                     *       },
                     *       "watched": {
                     *         "duration": 102168,
                     *         "duration_str": "1d 04h 22m 48s",
                     *         "progress": 0.1376593279258401,
                     *         "items": 62
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StatsWatch"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getDownloadHistory: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "date": "2026-02-16",
                     *         "count": 4,
                     *         "media_size": 1932735283
                     *       },
                     *       {
                     *         "date": "2026-02-15",
                     *         "count": 0,
                     *         "media_size": 0
                     *       },
                     *       {
                     *         "date": "2026-02-14",
                     *         "count": 11,
                     *         "media_size": 5261334937
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DownloadHistItem"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listBiggestChannels: {
        parameters: {
            query?: {
                /** @description Always descending. */
                order?: "doc_count" | "duration" | "media_size";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "UC7xYk3mQ9bVd2LwPz0sTfAg",
                     *         "name": "Hedgerow Sound Lab",
                     *         "doc_count": 214,
                     *         "duration": 365472,
                     *         "duration_str": "4d 05h 31m 12s",
                     *         "media_size": 98784247808
                     *       },
                     *       {
                     *         "id": "UCn4RtG8eHjKq1WvXy6BmZoP",
                     *         "name": "Tidepool Notes",
                     *         "doc_count": 64,
                     *         "duration": 41800,
                     *         "duration_str": "11h 36m 40s",
                     *         "media_size": 12884901888
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BiggestChannel"][];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getAppSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptions": {
                     *         "channel_size": 50,
                     *         "live_channel_size": 50,
                     *         "shorts_channel_size": 0,
                     *         "playlist_size": 50,
                     *         "auto_start": false,
                     *         "extract_flat": false
                     *       },
                     *       "downloads": {
                     *         "limit_speed": null,
                     *         "sleep_interval": 10,
                     *         "autodelete_days": null,
                     *         "format": null,
                     *         "format_sort": "res:1080",
                     *         "add_metadata": true,
                     *         "subtitle": "en,de",
                     *         "subtitle_source": "auto",
                     *         "subtitle_index": true,
                     *         "comment_max": "100,all,100,10",
                     *         "comment_sort": "top",
                     *         "cookie_import": false,
                     *         "pot_provider_url": null,
                     *         "throttledratelimit": null,
                     *         "extractor_lang": null,
                     *         "integrate_ryd": false,
                     *         "integrate_sponsorblock": true
                     *       },
                     *       "application": {
                     *         "enable_snapshot": true,
                     *         "enable_cast": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateAppSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "downloads": {
                 *         "sleep_interval": 15
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AppSettingsPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "subscriptions": {
                     *         "channel_size": 50,
                     *         "live_channel_size": 50,
                     *         "shorts_channel_size": 0,
                     *         "playlist_size": 50,
                     *         "auto_start": false,
                     *         "extract_flat": false
                     *       },
                     *       "downloads": {
                     *         "limit_speed": null,
                     *         "sleep_interval": 15,
                     *         "autodelete_days": null,
                     *         "format": null,
                     *         "format_sort": "res:1080",
                     *         "add_metadata": true,
                     *         "subtitle": "en,de",
                     *         "subtitle_source": "auto",
                     *         "subtitle_index": true,
                     *         "comment_max": "100,all,100,10",
                     *         "comment_sort": "top",
                     *         "cookie_import": false,
                     *         "pot_provider_url": null,
                     *         "throttledratelimit": null,
                     *         "extractor_lang": null,
                     *         "integrate_ryd": false,
                     *         "integrate_sponsorblock": true
                     *       },
                     *       "application": {
                     *         "enable_snapshot": true,
                     *         "enable_cast": false
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AppSettings"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "9f2c61d07be84a35f0d1c7728e64ab90315fde42"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    revokeApiToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getCookieState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cookie_enabled": true,
                     *       "status": true,
                     *       "validated": 1771225260,
                     *       "validated_str": "2026-02-16 07:01"
                     *     }
                     */
                    "application/json": components["schemas"]["Cookie"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateCookie: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cookie": "# Netscape HTTP Cookie File\n.video.example\tTRUE\t/\tTRUE\t1802761260\tname\tvalue\n"
                 *     }
                 */
                "application/json": components["schemas"]["CookieUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cookie_enabled": true,
                     *       "status": true,
                     *       "validated": 1771225260,
                     *       "validated_str": "2026-02-16 07:01"
                     *     }
                     */
                    "application/json": components["schemas"]["Cookie"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    validateCookie: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cookie_enabled": true,
                     *       "status": true,
                     *       "validated": 1771225260,
                     *       "validated_str": "2026-02-16 07:01"
                     *     }
                     */
                    "application/json": components["schemas"]["Cookie"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    revokeCookie: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed and disabled. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updatePoToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "potoken": "web+exampletoken"
                 *     }
                 */
                "application/json": components["schemas"]["PoToken"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "potoken": "web+exampletoken"
                     *     }
                     */
                    "application/json": components["schemas"]["PoToken"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchRoute"];
            500: components["responses"]["ServerError"];
        };
    };
    revokePoToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchRoute"];
            500: components["responses"]["ServerError"];
        };
    };
    startManualImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ignore_error": false,
                 *       "prefer_local": false
                 *     }
                 */
                "application/json": components["schemas"]["ImportOptions"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskQueued"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchRoute"];
            500: components["responses"]["ServerError"];
        };
    };
    startFilesystemRescan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ignore_error": false,
                 *       "prefer_local": false
                 *     }
                 */
                "application/json": components["schemas"]["ImportOptions"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "task_id": "e2a90c35-17bd-4e6f-8d41-b06c92f7a158",
                     *       "status": "PENDING"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskQueued"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchRoute"];
            500: components["responses"]["ServerError"];
        };
    };
    getMembershipToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "d41f0c8a52b7e96310fa"
                     *     }
                     */
                    "application/json": components["schemas"]["MembershipToken"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    updateMembershipToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "d41f0c8a52b7e96310fa"
                 *     }
                 */
                "application/json": components["schemas"]["MembershipToken"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "d41f0c8a52b7e96310fa"
                     *     }
                     */
                    "application/json": components["schemas"]["MembershipToken"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteMembershipToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key was forgotten, or none was stored. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getMembershipProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "user": {
                     *         "id": 9,
                     *         "username": "fern"
                     *       },
                     *       "sponsor_tier": {
                     *         "tier_id": 1,
                     *         "name": "Bronze",
                     *         "description": "Up to 25 channels",
                     *         "max_subs": 25
                     *       },
                     *       "subscription_count": 12,
                     *       "subscription_is_max": false,
                     *       "is_connected": true
                     *     }
                     */
                    "application/json": components["schemas"]["MembershipProfile"];
                };
            };
            /** @description The platform refused, or its answer is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    syncMembership: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sent. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The platform refused, or its answer is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    listBackups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "filename": "ta_backup-20260215-auto.zip",
                     *         "file_path": "/cache/backup/ta_backup-20260215-auto.zip",
                     *         "file_size": 48230114,
                     *         "timestamp": "20260215",
                     *         "reason": "auto"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Backup"][];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    startBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "backup task started",
                     *       "task_id": "7c1d2b9e-4f60-4a87-9b3c-5e2f1d0a6b48"
                     *     }
                     */
                    "application/json": components["schemas"]["TaskStarted"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `filename` of a listed backup. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Backup"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "file not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    restoreBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `filename` of a listed backup. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "backup restore task started",
                     *       "filename": "ta_backup-20260215-auto.zip",
                     *       "task_id": "e2a90c35-17bd-4e6f-8d41-b06c92f7a158"
                     *     }
                     */
                    "application/json": components["schemas"]["RestoreStarted"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "file not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    deleteBackup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `filename` of a listed backup. */
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "file not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    listSnapshots: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "next_exec": 1771329600,
                     *       "next_exec_str": "2026-02-17 12:00",
                     *       "expire_after": "30d",
                     *       "snapshots": [
                     *         {
                     *           "id": "ta_daily_-kx3vq0rytm2pzw7ubn1jfa",
                     *           "state": "SUCCESS",
                     *           "es_version": "8.19.0",
                     *           "start_date": "2026-02-16 12:00",
                     *           "end_date": "2026-02-16 12:00",
                     *           "end_stamp": 1771243204,
                     *           "duration_s": 4
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SnapshotInfo"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    createSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "snapshot_name": "ta_daily_-m8c2hd5sgnyv4kq1lezrwa"
                     *     }
                     */
                    "application/json": components["schemas"]["SnapshotStarted"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of a listed snapshot. */
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            403: components["responses"]["Forbidden"];
            /** @description Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "snapshot not found"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["ServerError"];
        };
    };
    restoreSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of a listed snapshot. */
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["SnapshotRestoreStarted"];
                };
            };
            /** @description Refused input. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BadRequestBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    deleteSnapshot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of a listed snapshot. */
                snapshot_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not deleted. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "failed to delete snapshot"
                     *     }
                     */
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
    getSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Start-Timestamp": components["headers"]["StartTimestamp"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            403: components["responses"]["Forbidden"];
            500: components["responses"]["ServerError"];
        };
    };
}
