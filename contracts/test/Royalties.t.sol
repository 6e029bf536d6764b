// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../src/Collection.sol";
import {Roles} from "../src/Roles.sol";
import {Royalties} from "../src/Royalties.sol";
import {CollectionTest} from "./support/CollectionTest.sol";
import {Vm, check, checkEq, vm} from "./support/Vm.sol";

contract RoyaltiesTest is CollectionTest {
    address private constant OUTSIDE = address(0x0075DE);

    function test_royaltiesGoToTheCollectorUntilTheCreatorNamesAnAddress() public {
        mintTo(1, 0);
        _expectRoyalty(COLLECTOR, 500);
        vm.prank(MINTER_ACCOUNT);
        collection.setCreatorPayout(CREATOR, OUTSIDE);
        _expectRoyalty(OUTSIDE, 500);
    }

    function test_aMintRegistersAnAddressOnlyForACreatorWithoutOne() public {
        _mintWithPayout(1, OUTSIDE);
        _expectRoyalty(OUTSIDE, 500);
        vm.recordLogs();
        _mintWithPayout(2, STRANGER);
        checkEq(vm.getRecordedLogs().length, 1, "only the Transfer");
        checkEq(collection.creatorPayout(CREATOR), OUTSIDE, "as before");
    }

    function test_whoMayNameTheAddressWhileTheCollectorHasTheRoyalties() public {
        address[4] memory refused = [address(this), SETTLER_ACCOUNT, GUARDIAN_ACCOUNT, OUTSIDE];
        for (uint256 i; i < refused.length; ++i) {
            _payoutFails(refused[i], OUTSIDE, Roles.NotAuthorized.selector);
        }
        vm.prank(COLLECTOR);
        collection.setCreatorPayout(CREATOR, COLLECTOR); // written down, still the collector's
        vm.prank(MINTER_ACCOUNT);
        collection.setCreatorPayout(CREATOR, OUTSIDE);
        checkEq(collection.creatorPayout(CREATOR), OUTSIDE, "handed on");
    }

    function test_anAddressOutsideIsChangedByItselfAlone() public {
        _mintWithPayout(1, OUTSIDE);
        address[4] memory refused = [address(this), MINTER_ACCOUNT, GUARDIAN_ACCOUNT, COLLECTOR];
        for (uint256 i; i < refused.length; ++i) {
            _payoutFails(refused[i], STRANGER, Roles.NotAuthorized.selector);
        }
        vm.prank(OUTSIDE);
        collection.setCreatorPayout(CREATOR, STRANGER);
        _expectRoyalty(STRANGER, 500);
        _payoutFails(OUTSIDE, OUTSIDE, Roles.NotAuthorized.selector);
    }

    function test_aPayoutIsNeverNobody() public {
        _payoutFails(MINTER_ACCOUNT, address(0), Royalties.InvalidPayout.selector);
    }

    function test_theCollectorChangesForAllAtOnce() public {
        mintTo(1, 0);
        vm.recordLogs();
        collection.setRoyaltyCollector(STRANGER);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == keccak256("RoyaltyCollectorChanged(address)"), "RoyaltyCollectorChanged");
        checkEq(abi.decode(logs[0].data, (address)), STRANGER, "collector");
        _expectRoyalty(STRANGER, 500);
        vm.prank(MINTER_ACCOUNT);
        vm.expectRevert(Roles.NotAuthorized.selector);
        collection.setRoyaltyCollector(MINTER_ACCOUNT);
    }

    function test_withoutACollectorNoRoyaltyIsReported() public {
        mintTo(1, 0);
        collection.setRoyaltyCollector(address(0));
        _expectRoyalty(address(0), 0);
    }

    function test_aNamedPayoutIsAnEvent() public {
        vm.recordLogs();
        vm.prank(MINTER_ACCOUNT);
        collection.setCreatorPayout(CREATOR, OUTSIDE);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        check(logs[0].topics[0] == keccak256("CreatorPayoutChanged(uint256,address)"), "CreatorPayoutChanged");
        check(logs[0].topics[1] == bytes32(uint256(CREATOR)), "creator");
        checkEq(abi.decode(logs[0].data, (address)), OUTSIDE, "payout");
    }

    function test_aTokenThatDoesNotExistHasNoRoyalty() public view {
        (address receiver, uint256 amount) = collection.royaltyInfo(99, 1 ether);
        checkEq(receiver, address(0), "receiver");
        checkEq(amount, 0, "amount");
    }

    function testFuzz_theRoyaltyIsTheExactShareRoundedDown(uint256 price, uint16 bps) public {
        bps %= 10_001;
        Collection.MintItem memory item = itemFor(1, 0);
        item.royaltyBps = bps;
        vm.prank(MINTER_ACCOUNT);
        collection.mint(item);
        (, uint256 amount) = collection.royaltyInfo(1, price);
        check(amount <= price, "at most the price");
        // amount = floor(price * bps / 10,000), checked in 512 bits' worth by the remainder.
        unchecked {
            uint256 remainder = price * bps - amount * 10_000; // exact modulo 2^256
            check(remainder < 10_000, "rounded down");
        }
    }

    function _expectRoyalty(address receiver, uint256 amount) private view {
        (address actualReceiver, uint256 actualAmount) = collection.royaltyInfo(1, 10_000);
        checkEq(actualReceiver, receiver, "receiver");
        checkEq(actualAmount, amount, "amount");
    }

    function _mintWithPayout(uint256 tokenId, address payout) private {
        Collection.MintItem memory item = itemFor(tokenId, 0);
        item.payout = payout;
        vm.prank(MINTER_ACCOUNT);
        collection.mint(item);
    }

    function _payoutFails(address caller, address payout, bytes4 reason) private {
        vm.prank(caller);
        vm.expectRevert(reason);
        collection.setCreatorPayout(CREATOR, payout);
    }
}
