"""A made-up site for yt-dlp: `harbour:HOST:PORT/playlist` and `harbour:HOST:PORT/VIDEO`, served by a test on loopback."""
from yt_dlp.extractor.common import InfoExtractor


class HarbourIE(InfoExtractor):
    _VALID_URL = r'harbour:(?P<host>127\.0\.0\.1:\d+)/(?P<id>(?!playlist)\w+)'

    def _real_extract(self, url):
        host, video_id = self._match_valid_url(url).group('host', 'id')
        return {
            'id': video_id,
            'title': f'Pier {video_id}: "what?" | ebb / flow',
            'url': f'http://{host}/{video_id}.mp4',
            'ext': 'mp4',
            'description': 'A walk before sunrise.',
            'channel': 'Harbour Notes',
            'channel_id': 'harbour-notes',
            'channel_url': f'http://{host}/channel',
            'channel_follower_count': 4210,
            'uploader': 'Mara',
            'timestamp': 1710054000,
            'duration': 60,
            'view_count': 12,
            'tags': ['sea'],
            'webpage_url': f'http://{host}/watch/{video_id}',
            'thumbnail': f'http://{host}/{video_id}.jpg',
            'chapters': [{'start_time': 0, 'end_time': 20, 'title': 'Sand'}, {'start_time': 20, 'end_time': 60, 'title': 'Rocks'}],
            'subtitles': {'en': [{'url': f'http://{host}/{video_id}.en.vtt', 'ext': 'vtt', 'name': 'English'}]},
            'automatic_captions': {'de': [{'url': f'http://{host}/{video_id}.de.vtt', 'ext': 'vtt', 'name': 'German'}]},
            'comments': [{'id': 'c1', 'parent': 'root', 'text': 'Lovely', 'author': 'ana', 'timestamp': 1710054100}],
            'availability': 'private' if video_id == 'third' else 'public',
        }


class HarbourPlaylistIE(InfoExtractor):
    _VALID_URL = r'harbour:(?P<host>127\.0\.0\.1:\d+)/playlist'

    def _real_extract(self, url):
        host = self._match_valid_url(url).group('host')
        entries = [self.url_result(f'harbour:{host}/{name}', HarbourIE, name) for name in ('first', 'second', 'third')]
        return self.playlist_result(entries, 'tides', 'Tide tables', 'Every pier in order.', channel='Harbour Notes', channel_id='harbour-notes')
