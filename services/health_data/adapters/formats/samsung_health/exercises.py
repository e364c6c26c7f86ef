"""What Samsung Health's numbers for exercises stand for."""

from collections.abc import Mapping
from typing import Final

_WORDS: Final = """
0 Other; 1001 Walking; 1002 Running; 2001 Baseball; 2002 Softball; 2003 Cricket; 3001 Golf; 3002 Billiards; 3003 Bowling
4001 Hockey; 4002 Rugby; 4003 Basketball; 4004 Football; 4005 Handball; 4006 American football; 5001 Volleyball
5002 Beach volleyball; 6001 Squash; 6002 Tennis; 6003 Badminton; 6004 Table tennis; 6005 Racquetball; 7001 Tai chi
7002 Boxing; 7003 Martial arts; 8001 Ballet; 8002 Dancing; 8003 Ballroom dancing; 9001 Pilates; 9002 Yoga
10001 Stretching; 10002 Skipping; 10003 Push-ups; 10004 Pull-ups; 10005 Sit-ups; 10006 Circuit training
10007 Mountain climbers; 10008 Jumping jacks; 10009 Burpees; 10010 Bench press; 10011 Squats; 10012 Lunges
10013 Leg press; 10014 Leg extensions; 10015 Leg curls; 10016 Back extensions; 10017 Lat pull-downs; 10018 Deadlifts
10019 Shoulder press; 10020 Front raises; 10021 Lateral raises; 10022 Crunches; 10023 Leg raises; 10024 Plank
10025 Arm curls; 10026 Arm extensions; 11001 Inline skating; 11002 Hang gliding; 11003 Pistol shooting; 11004 Archery
11005 Horse riding; 11007 Cycling; 11008 Flying disc; 11009 Roller skating; 12001 Aerobics; 13001 Hiking
13002 Rock climbing; 13003 Backpacking; 13004 Mountain biking; 13005 Orienteering; 14001 Swimming; 14002 Aquarobics
14003 Canoeing; 14004 Sailing; 14005 Scuba diving; 14006 Snorkelling; 14007 Kayaking; 14008 Kitesurfing; 14009 Rafting
14010 Rowing; 14011 Windsurfing; 14012 Yachting; 14013 Water skiing; 15001 Step machine; 15002 Weight machine
15003 Exercise bike; 15004 Rowing machine; 15005 Treadmill; 15006 Elliptical trainer; 16001 Cross-country skiing
16002 Skiing; 16003 Ice dancing; 16004 Ice skating; 16006 Ice hockey; 16007 Snowboarding; 16008 Alpine skiing
16009 Snowshoeing
"""
_BY_CODE: Final[Mapping[str, str]] = dict(
    entry.strip().split(" ", 1) for line in _WORDS.strip().splitlines() for entry in line.split(";") if entry.strip()
)


def kind_of(code: str, title: str) -> str:
    """An exercise in plain words; one of the person's own by its title, and one that is not known by its number."""
    code = code.split(".", 1)[0]
    return title or _BY_CODE.get(code, "") or (f"Exercise {code}" if code.isdecimal() else "")
